import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FLUSH_EVERY_MS = 200;

/** An event as the file has it, with the members of its kind. */
interface StoredEvent {
  readonly kind: string;
}

/**
 * The memory of one company: events in an append-only file, one JSON document a line. A restart replays them, so that the
 * company continues where it ended. Without a data folder the store forgets.
 */
export class Store {
  private readonly kinds = new Map<string, (event: StoredEvent) => unknown>();
  private readonly descriptor: number | null;
  private readonly timer: NodeJS.Timeout | undefined;
  /** Lines of earlier starts, until the replay. */
  private earlier: readonly string[] = [];
  /** Lines to be written: one write per request would cost more than the request. */
  private waiting: string[] = [];

  constructor(dataDir: string | undefined, name: string) {
    if (dataDir === undefined) {
      this.descriptor = null;
      return;
    }
    const path = join(dataDir, `${name}.jsonl`);
    if (existsSync(path)) this.earlier = completeLines(path);
    this.descriptor = openSync(path, 'a', 0o600);
    this.timer = setInterval(() => this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Declares a kind of event. @returns the function that applies such an event and stores it */
  event<Event extends object, Result = void>(
    kind: string,
    apply: (event: Event) => Result,
  ): (event: Event) => Result {
    this.kinds.set(kind, (stored) => apply(stored as StoredEvent & Event));
    return (event) => {
      const result = apply(event);
      this.append(JSON.stringify({ kind, ...event }));
      return result;
    };
  }

  /** Declares a table: a saved row is the event `{"kind":"user","user":{…}}`, a deleted one `{"kind":"user-deleted","id":…}`. */
  table<Row extends object>(kind: string, keyOf: (row: Row) => string, keyMember = 'id'): Table<Row> {
    return new Table(this, kind, keyOf, keyMember);
  }

  /** Stores an event that is JSON text already, which spares writing it twice. */
  append(json: string): void {
    if (this.descriptor !== null) this.waiting.push(json);
  }

  /** The newest event of a kind that an earlier start stored; for use before the replay. */
  newest<Event extends object>(kind: string): Event | undefined {
    const line = this.earlier.findLast((one) => one.startsWith(`{"kind":"${kind}"`));
    return line === undefined ? undefined : (JSON.parse(line) as Event);
  }

  /** Applies the events of earlier starts, in the order of writing. Every kind must have been declared. */
  replay(): void {
    for (const line of this.earlier) {
      const event = JSON.parse(line) as StoredEvent;
      this.kinds.get(event.kind)?.(event);
    }
    this.earlier = [];
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
    if (this.descriptor !== null) closeSync(this.descriptor);
  }

  private flush(): void {
    if (this.descriptor === null || this.waiting.length === 0) return;
    const text = Buffer.from(`${this.waiting.join('\n')}\n`);
    this.waiting = [];
    for (let written = 0; written < text.length;) written += writeSync(this.descriptor, text, written);
  }
}

/** Rows by their key, in the order in which they were first saved. */
export class Table<Row extends object> {
  private readonly rows = new Map<string, Row>();
  private readonly saved = this.store.event<Readonly<Record<string, Row>>>(this.kind, (event) => {
    const row = event[this.kind];
    if (row) this.restore(row);
  });
  private readonly deleted = this.store.event<Readonly<Record<string, string>>>(
    `${this.kind}-deleted`,
    (event) => this.forget(event[this.keyMember] ?? ''),
  );

  constructor(
    private readonly store: Store,
    private readonly kind: string,
    private readonly keyOf: (row: Row) => string,
    private readonly keyMember: string,
  ) {}

  get(key: string): Row | undefined {
    return this.rows.get(key);
  }

  all(): readonly Row[] {
    return [...this.rows.values()];
  }

  save(row: Row): Row {
    this.saved({ [this.kind]: row });
    return row;
  }

  delete(key: string): void {
    this.deleted({ [this.keyMember]: key });
  }

  /** Saves a row as part of another event, without writing an event for the row. */
  restore(row: Row): void {
    this.rows.set(this.keyOf(row), row);
  }

  /** Deletes a row as part of another event, without writing an event for the row. */
  forget(key: string): void {
    this.rows.delete(key);
  }

  /** Forgets all rows until the next start. */
  reset(): void {
    this.rows.clear();
  }
}

export interface FirstDayOptions {
  /** The day of this start. */
  readonly today: string;
  /** Whether the caller set `today`, which then wins over the day of the first start. */
  readonly todayIsPinned: boolean;
}

/** The day that all dates of a history count from: the day of the first start, so that a restart shows the same history. */
export function firstDayOf(store: Store, { today, todayIsPinned }: FirstDayOptions): string {
  const first = store.newest<{ today: string }>('opened')?.today;
  if (first !== undefined && (!todayIsPinned || first === today)) return first;
  store.append(JSON.stringify({ kind: 'opened', today }));
  return today;
}

/** A killed process may leave half a line at the end, which is removed, so that the next event starts on a new line. */
function completeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(path, end);
  return bytes
    .subarray(0, end)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
