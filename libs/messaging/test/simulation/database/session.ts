import { connectionLost } from './errors';
import { Locks } from './locks';

/** Rows by key, as they are committed. */
export class Table<Row> {
  readonly rows = new Map<string, Row>();

  constructor(readonly name: string) {}
}

/**
 * One transaction at the server, read committed: it sees what is committed and what it wrote itself, holds
 * the locks of what it wrote, and takes effect at its commit or not at all.
 */
export class Session {
  private readonly writes = new Map<Table<unknown>, Map<string, unknown>>();
  private readonly atCommit: (() => void)[] = [];
  private isOpen = true;

  constructor(
    private readonly locks: Locks,
    private readonly onEnd: (session: Session) => void,
  ) {}

  /** @throws where the connection broke in the meantime. */
  assertOpen(): void {
    if (!this.isOpen) throw connectionLost();
  }

  async lock(name: string): Promise<void> {
    await this.locks.acquire(name, this);
    if (this.isOpen) return;
    this.locks.releaseAll(this); // granted to a transaction that had ended while it waited
    throw connectionLost();
  }

  async lockRow(table: Table<unknown>, key: string): Promise<void> {
    await this.lock(`${table.name}/${key}`);
  }

  isLockedByOthers(table: Table<unknown>, key: string): boolean {
    return !this.locks.isFree(`${table.name}/${key}`, this);
  }

  read<Row>(table: Table<Row>, key: string): Row | undefined {
    const written = this.writes.get(table);
    if (written?.has(key)) return (written.get(key) as Row | null) ?? undefined;
    return table.rows.get(key);
  }

  /** Null deletes the row. */
  write<Row>(table: Table<Row>, key: string, row: Row | null): void {
    let written = this.writes.get(table);
    if (!written) this.writes.set(table, (written = new Map<string, unknown>()));
    written.set(key, row);
  }

  whenCommitted(effect: () => void): void {
    this.atCommit.push(effect);
  }

  commit(): void {
    this.assertOpen();
    for (const [table, rows] of this.writes)
      for (const [key, row] of rows) {
        if (row === null) table.rows.delete(key);
        else table.rows.set(key, row);
      }
    for (const effect of this.atCommit) effect();
    this.end();
  }

  abort(): void {
    if (this.isOpen) this.end();
  }

  private end(): void {
    this.isOpen = false;
    this.locks.releaseAll(this);
    this.onEnd(this);
  }
}
