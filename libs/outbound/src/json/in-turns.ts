import { setImmediate } from 'node:timers/promises';

/** How long a loop runs before others have their turn. */
const TURN_MS = 10;

/** The turn of a long loop. Await `pause` between small parts: every few milliseconds it lets everything else run that waits. */
export class Turn {
  private endsAt = performance.now() + TURN_MS;

  /** Undefined while the turn lasts, so that most calls cost no promise. */
  pause(): Promise<void> | undefined {
    return performance.now() < this.endsAt ? undefined : this.next();
  }

  private async next(): Promise<void> {
    await setImmediate();
    this.endsAt = performance.now() + TURN_MS;
  }
}

/**
 * Runs `work` for each item of a list whose length somebody else decides. Every few milliseconds everything else that
 * waits in the process has its turn.
 */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const turn = new Turn();
  for (const item of items) {
    work(item);
    // A look at the clock costs less than any item; one of a hundred kilobytes takes as long as a thousand others.
    const pause = turn.pause();
    if (pause) await pause;
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
