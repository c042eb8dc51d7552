import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseTrouble, troubleOf } from './database-trouble';

const LOOK_EVERY_MS = 500;

/** What may mean that nobody can use the database. */
const SUSPICIOUS: readonly DatabaseTrouble[] = ['unreachable', 'starting', 'busy', 'too-many-connections'];

export interface PresenceLines {
  readonly onLost: (trouble: DatabaseTrouble) => void;
  readonly onBack: () => void;
}

/**
 * Reports once that the database is lost, and once that it is back. It is looked at only after a failure, over a connection
 * of its own: one that was broken is no loss of the database.
 */
export class DatabasePresence {
  private readonly closing = new AbortController();
  private looking: Promise<void> | null = null;

  /** @param ask fails while the database cannot be used */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly lines: PresenceLines,
  ) {}

  /** A failure may mean that it is lost; null: nobody knows why. */
  suspect(trouble: DatabaseTrouble | null): void {
    if (this.closing.signal.aborted || (trouble !== null && !SUSPICIOUS.includes(trouble))) return;
    this.looking ??= this.lookUntilBack().finally(() => (this.looking = null));
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.looking;
  }

  private async lookUntilBack(): Promise<void> {
    const { signal } = this.closing;
    // The connection that looks may be one that was broken, too.
    let trouble = (await this.look()) && (await this.look());
    if (trouble === null || signal.aborted) return;
    this.lines.onLost(trouble);
    while (trouble !== null) {
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      trouble = await this.look();
    }
    if (!signal.aborted) this.lines.onBack();
  }

  private async look(): Promise<DatabaseTrouble | null> {
    try {
      await this.ask();
      return null;
    } catch (error) {
      return troubleOf(error) ?? 'unreachable';
    }
  }
}
