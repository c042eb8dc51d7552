import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '../backoff';
import { EmbeddedPostgresError } from './errors';
import type { Postmaster } from './postmaster';

/**
 * Maximum number of ends within `ENDS_WITHIN_MS`. More are no accident: the server stays ended, and the person who
 * started this process must see it.
 */
const ENDS_MAX = 5;
const ENDS_WITHIN_MS = 10 * 60_000;
/** Pauses from the second end on. */
const BACKOFF = { firstMs: 1000, factor: 2, maxMs: 4000, jitter: 0 };
const LOOK_FOR_ROOM_MS = 2_000;

/** Callbacks for a server that ends unexpectedly. */
export interface Supervision {
  /** Shows a person one line: the server ended, or it runs again. */
  readonly report: (line: string) => void;
  /** Called when the server will not be started again. */
  readonly giveUp: (error: EmbeddedPostgresError) => void;
}

/**
 * The pause before a server is started again.
 * @param endedAt times of its ends, in ms, oldest first
 * @returns ms: 0 after the first end, then twice as long each time; null: it is not started again
 */
export function pauseBeforeStart(endedAt: readonly number[], now: number): number | null {
  const recent = endedAt.filter((at) => now - at < ENDS_WITHIN_MS).length;
  if (recent >= ENDS_MAX) return null;
  return recent <= 1 ? 0 : backoff(recent - 1, BACKOFF);
}

/** Restarts a server that ends unexpectedly. */
export class Supervisor {
  private readonly endedAt: number[] = [];
  private readonly released = new AbortController();
  private starting: Promise<void> = Promise.resolve();

  /**
   * @param supervision null: the server stays ended
   * @param hasRoom whether its disk has room for the files of a start
   */
  constructor(
    private running: Postmaster,
    private readonly startAgain: () => Promise<Postmaster>,
    private readonly supervision: Supervision | null,
    private readonly hasRoom: () => Promise<boolean>,
  ) {
    this.watch();
  }

  /** The server that runs, or ran last. */
  get server(): Postmaster {
    return this.running;
  }

  /** The server may end from now on; resolves when none is being started. */
  async release(): Promise<void> {
    this.released.abort();
    await this.starting;
  }

  private watch(): void {
    const { supervision } = this;
    if (supervision === null) return;
    void this.running.ended.then((how) => {
      if (!this.released.signal.aborted) this.starting = this.bringBack(how, supervision);
    });
  }

  private async bringBack(how: string, supervision: Supervision): Promise<void> {
    const { report } = supervision;
    const isGivenUp = (await this.hasRoom())
      ? await this.pauseAfter(how, supervision)
      : await this.waitForRoom(how, supervision);
    if (isGivenUp || this.released.signal.aborted) return;
    try {
      this.running = await this.startAgain();
    } catch (error) {
      return this.bringBack(error instanceof Error ? error.message : String(error), supervision);
    }
    report('The database runs again.');
    this.watch();
  }

  /** @returns whether it ended too often */
  private async pauseAfter(how: string, { report, giveUp }: Supervision): Promise<boolean> {
    const now = Date.now();
    this.endedAt.push(now);
    const pauseMs = pauseBeforeStart(this.endedAt, now);
    if (pauseMs === null) {
      giveUp(keepsEnding(how));
      return true;
    }
    const when = pauseMs === 0 ? '' : ` in ${pauseMs / 1000} s`;
    report(`The database ended (${inOneLine(how)}). It is started again${when}.`);
    await this.pause(pauseMs);
    return false;
  }

  /** Waits for free space without counting the end: a full disk is no accident of the server, and no start corrects it. */
  private async waitForRoom(how: string, { report }: Supervision): Promise<false> {
    report(
      `The database ended (${inOneLine(how)}): its disk is full. It is started again when there is room.`,
    );
    while (!this.released.signal.aborted && !(await this.hasRoom())) await this.pause(LOOK_FOR_ROOM_MS);
    return false;
  }

  private async pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.released.signal }).catch(() => undefined);
  }
}

/** Joins the lines of an error, because several lines would hide the next message. */
function inOneLine(how: string): string {
  return how.replaceAll(/\s+/g, ' ');
}

function keepsEnding(how: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'keeps-ending',
    `The database ended ${ENDS_MAX} times within ${ENDS_WITHIN_MS / 60_000} minutes, at last with: ${how}`,
  );
}
