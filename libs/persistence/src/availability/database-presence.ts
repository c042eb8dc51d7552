import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseTrouble, troubleOf } from './database-trouble';

const LOOK_EVERY_MS = 500;

/** Troubles that may mean that the database is lost for all. */
const SUSPICIOUS: readonly DatabaseTrouble[] = ['unreachable', 'starting', 'busy', 'too-many-connections'];

export interface PresenceLines {
  readonly onLost: (trouble: DatabaseTrouble) => void;
  readonly onBack: () => void;
}

/**
 * Reports once that the database is lost, and once that it is back. It is checked only after a failure, over a
 * separate connection, because a broken connection does not mean a lost database.
 */
export class DatabasePresence {
  private readonly closing = new AbortController();
  private looking: Promise<void> | null = null;

  /** @param probe a statement that fails while the database cannot be used */
  constructor(
    private readonly probe: () => Promise<unknown>,
    private readonly lines: PresenceLines,
  ) {}

  /** Checks the database after a failure, which may mean that it is lost; null: the cause is unknown. */
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
    // Checks twice, because the first connection may be a broken one, too.
    let trouble = (await this.check()) && (await this.check());
    if (trouble === null || signal.aborted) return;
    this.lines.onLost(trouble);
    while (trouble !== null) {
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      trouble = await this.check();
    }
    if (!signal.aborted) this.lines.onBack();
  }

  private async check(): Promise<DatabaseTrouble | null> {
    try {
      await this.probe();
      return null;
    } catch (error) {
      return troubleOf(error) ?? 'unreachable';
    }
  }
}
