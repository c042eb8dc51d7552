export interface EventuallyOptions {
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Repeats the assertion until it succeeds and returns its value; after `timeoutMs` it throws the last failure. Use it
 * for effects on the other side of a bus. The limit only ends a failing test; a passing one does not depend on it.
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
