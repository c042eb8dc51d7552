const AGAIN_AFTER_MS = 60_000;
const KINDS_MAX = 200;

interface Kind {
  loggedAtMs: number;
  suppressed: number;
}

/**
 * Lets a line through once a minute: when the database is down, every worker fails several times a second, and the log
 * would fill the disk with one sentence. Lines that differ only in numbers count as equal.
 */
export class RepeatedLines {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The number of equal lines that were suppressed since the last logged one; null if this one is suppressed, too. */
  admit(line: string): number | null {
    const name = line.replaceAll(/\d+/g, '0');
    const kind = this.kinds.get(name);
    const atMs = this.now();
    if (kind && atMs - kind.loggedAtMs < AGAIN_AFTER_MS) {
      kind.suppressed += 1;
      return null;
    }
    this.kinds.delete(name); // a new insertion moves it behind the older ones
    this.kinds.set(name, { loggedAtMs: atMs, suppressed: 0 });
    this.forgetOldest();
    return kind?.suppressed ?? 0;
  }

  private forgetOldest(): void {
    if (this.kinds.size <= KINDS_MAX) return;
    const [oldest] = this.kinds.keys();
    if (oldest !== undefined) this.kinds.delete(oldest);
  }
}
