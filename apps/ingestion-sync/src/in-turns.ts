import { setImmediate } from 'node:timers/promises';

/** How long a loop runs before others have their turn. */
const TURN_MS = 10;
/** Items between two looks at the clock. */
const ITEMS_PER_LOOK = 16;

/**
 * Runs `work` for each item of a list whose length somebody else decides. Every few milliseconds everything else that
 * waits in the process has its turn.
 */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let turnEndsAt = performance.now() + TURN_MS;
  let count = 0;
  for (const item of items) {
    work(item);
    count += 1;
    if (count % ITEMS_PER_LOOK !== 0 || performance.now() < turnEndsAt) continue;
    await setImmediate();
    turnEndsAt = performance.now() + TURN_MS;
  }
}

/** The results of `map` for each item, see `inTurns`. */
export async function mapInTurns<T, Result>(items: Iterable<T>, map: (item: T) => Result): Promise<Result[]> {
  const results: Result[] = [];
  await inTurns(items, (item) => {
    results.push(map(item));
  });
  return results;
}
