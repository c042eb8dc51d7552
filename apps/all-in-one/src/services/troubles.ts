import { adviceOnTrouble, DatabaseTrouble, troubleOf } from '@tributary/persistence';

/** A lasting failure recurs within a minute, so a longer pause means that it has ended. */
const QUIET_MS = 120_000;
const LOOK_EVERY_MS = 10_000;

/** The supervisor of the embedded PostgreSQL reports these itself. */
const REPORTED_BY_SUPERVISOR: readonly DatabaseTrouble[] = ['starting', 'unreachable'];

interface OngoingFailure {
  readonly words: string;
  readonly sinceMs: number;
  latestMs: number;
  times: number;
}

export interface TroublesOptions {
  readonly report: (line: string) => void;
  /** The log with every occurrence. */
  readonly logFile: string;
  /** Whether this program supervises and restarts the database. */
  readonly isDatabaseSupervised: boolean;
  readonly now?: () => number;
}

/**
 * Shows the services' failures on the terminal: one line when a kind of failure begins and one when it has ended,
 * however often it occurs in between. The lines do not contain an error's text, which may have a bank's words.
 */
export class Troubles {
  private readonly ongoing = new Map<string, OngoingFailure>();
  private readonly now: () => number;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: TroublesOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  begin(): void {
    this.timer = setInterval(() => this.reportEnded(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Records a failure of a service. */
  record(service: string, what: string, error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble && this.options.isDatabaseSupervised && REPORTED_BY_SUPERVISOR.includes(trouble)) return;
    const kind = trouble ?? `${service}: ${what.replaceAll(/\d+/g, '0')}`;
    const atMs = this.now();
    const known = this.ongoing.get(kind);
    if (known) {
      known.latestMs = atMs;
      known.times += 1;
      return;
    }
    const words = trouble ? adviceOnTrouble(trouble) : `${service}: ${what}`;
    this.ongoing.set(kind, { words, sinceMs: atMs, latestMs: atMs, times: 1 });
    this.options.report(`Trouble: ${words}${trouble ? '' : ` (more in ${this.options.logFile})`}.`);
  }

  /** Reports the kinds of failures that have ended. */
  reportEnded(): void {
    for (const [kind, { words, sinceMs, latestMs, times }] of this.ongoing) {
      if (this.now() - latestMs < QUIET_MS) continue;
      this.ongoing.delete(kind);
      const lasted = Math.round((latestMs - sinceMs) / 1000);
      this.options.report(
        times === 1 ? `Over: ${words}; it happened once.` : `Over: ${words}; it lasted ${inWords(lasted)}.`,
      );
    }
  }
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
