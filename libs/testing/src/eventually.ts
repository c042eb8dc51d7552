export interface EventuallyOptions {
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Repeats the assertion until it holds and returns its value; after `timeoutMs` the last failure is thrown as it
 * is. For what happens on the other side of a bus: the limit only bounds a failing test, no test rests on it.
 */
export async function eventually<Value>(
  assertion: () => Value | Promise<Value>,
  { timeoutMs = 15_000, intervalMs = 25 }: EventuallyOptions = {},
): Promise<Value> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() >= giveUpAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
