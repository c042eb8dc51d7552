import { OutgoingEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';

/** An event as it would be told now, and when what it tells was last changed. */
export interface RestatedEvent {
  readonly event: OutgoingEvent;
  readonly occurredAt: Date;
}

/** Where in a part: what its rows are ordered by, of the last row that was told; empty for the beginning. */
export type Place = readonly number[];

export interface RestatedPage {
  readonly events: readonly RestatedEvent[];
  readonly rows: number;
  /** Of the last row; null where there was none left. */
  readonly place: Place | null;
}

/** One kind of rows that a service tells again. */
export interface RestatedPart {
  readonly name: string;
  readonly total: (database: Queryable) => Promise<number>;
  /** The next rows in an order that does not change. */
  readonly page: (tx: Tx, after: Place, limit: number) => Promise<RestatedPage>;
}

/** A part whose rows have one number each that never changes. */
export interface PartById<Row> {
  readonly name: string;
  /** Gives `count`. */
  readonly totalSql: string;
  /** The rows above that number in its order: SQL with `$1`, and `$2` as their number, or what reads them. */
  readonly rows: string | ((tx: Tx, after: number, limit: number) => Promise<Row[]>);
  readonly idOf: (row: Row) => number;
  readonly toEvents: (rows: readonly Row[], tx: Tx) => RestatedEvent[] | Promise<RestatedEvent[]>;
}

export function partById<Row>({ name, totalSql, rows: read, idOf, toEvents }: PartById<Row>): RestatedPart {
  return {
    name,
    total: (database) => countOf(database, totalSql),
    page: async (tx, [after = 0], limit) => {
      const rows = await (typeof read === 'string'
        ? tx.query<Row>(read, [after, limit])
        : read(tx, after, limit));
      const last = rows.at(-1);
      if (last === undefined) return { events: [], rows: 0, place: null };
      return { events: await toEvents(rows, tx), rows: rows.length, place: [idOf(last)] };
    },
  };
}

/** What a statement counts. */
export async function countOf(database: Queryable, sql: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql);
  return Number(row?.count ?? 0);
}
