import { setImmediate } from 'node:timers/promises';

/** A loop runs for this long before other work gets its turn. */
const TURN_MS = 10;

/** The turn of a long loop. Await `pause` between small parts: every few milliseconds it lets waiting work of the process run. */
export class Turn {
  private endsAt = performance.now() + TURN_MS;

  /** Waits for other work if the turn is over. Undefined while it lasts, so that most calls cost no promise. */
  pause(): Promise<void> | undefined {
    return performance.now() < this.endsAt ? undefined : this.next();
  }

  private async next(): Promise<void> {
    await setImmediate();
    this.endsAt = performance.now() + TURN_MS;
  }
}

/** Runs `work` for each item of a list of any length, and lets other work of the process run every few milliseconds. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const turn = new Turn();
  for (const item of items) {
    work(item);
    // Reading the time costs less than any item; one of a hundred kilobytes takes as long as a thousand others.
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
