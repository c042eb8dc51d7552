import { adviceOnTrouble, DatabaseTrouble, troubleOf } from '@tributary/persistence';

/** What lasts is met again within a minute; a pause that is longer is its end. */
const QUIET_MS = 120_000;
const LOOK_EVERY_MS = 10_000;

/** The supervisor of the embedded PostgreSQL says these by itself. */
const SAID_BY_SUPERVISOR: readonly DatabaseTrouble[] = ['starting', 'unreachable'];

interface Lasting {
  readonly words: string;
  readonly sinceMs: number;
  latestMs: number;
  times: number;
}

export interface TroublesOptions {
  readonly say: (line: string) => void;
  /** Where every occurrence is. */
  readonly logFile: string;
  /** Whether the database is ours, and started again by us. */
  readonly isDatabaseSupervised: boolean;
  readonly now?: () => number;
}

/**
 * Failures of the services for a person who looks at the terminal: one line when a kind of them begins and one when it has ended, however
 * often it happens in between. The lines have no error's own text, which may contain a bank's words.
 */
export class Troubles {
  private readonly lasting = new Map<string, Lasting>();
  private readonly now: () => number;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: TroublesOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  begin(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** A service has met a failure. */
  met(service: string, what: string, error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble && this.options.isDatabaseSupervised && SAID_BY_SUPERVISOR.includes(trouble)) return;
    const kind = trouble ?? `${service}: ${what.replaceAll(/\d+/g, '0')}`;
    const atMs = this.now();
    const known = this.lasting.get(kind);
    if (known) {
      known.latestMs = atMs;
      known.times += 1;
      return;
    }
    const words = trouble ? adviceOnTrouble(trouble) : `${service}: ${what}`;
    this.lasting.set(kind, { words, sinceMs: atMs, latestMs: atMs, times: 1 });
    this.options.say(`Trouble: ${words}${trouble ? '' : ` (more in ${this.options.logFile})`}.`);
  }

  /** Says which kinds have ended. */
  look(): void {
    for (const [kind, { words, sinceMs, latestMs, times }] of this.lasting) {
      if (this.now() - latestMs < QUIET_MS) continue;
      this.lasting.delete(kind);
      const lasted = Math.round((latestMs - sinceMs) / 1000);
      this.options.say(
        times === 1 ? `Over: ${words}; it happened once.` : `Over: ${words}; it lasted ${inWords(lasted)}.`,
      );
    }
  }
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
