import { EventConsumedBy, ReplayingService } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';

/** An event that describes the current state, and when that state last changed. */
export interface ReplayedEvent {
  readonly event: OutgoingEvent;
  readonly occurredAt: Date;
}

/** The sort key of the last row that was replayed; empty at the beginning of a part. */
export type ReplayPosition = readonly number[];

export interface ReplayedPage {
  readonly events: readonly ReplayedEvent[];
  readonly rows: number;
  /** Position of the last row; null if there are no more. */
  readonly position: ReplayPosition | null;
}

/** One kind of rows that a service replays. */
export interface ReplayedPart {
  readonly name: string;
  readonly total: (database: Queryable) => Promise<number>;
  /** The next rows in a stable order. */
  readonly page: (tx: Tx, after: ReplayPosition, limit: number) => Promise<ReplayedPage>;
}

type ReplayedTopic<S extends ReplayingService> = Exclude<
  Extract<EventConsumedBy<'api-gateway'>, { readonly producer: S }>['topic'],
  `${string}.deleted` | `${string}.restated`
>;

/** All that a service replays, in this order: whatever it publishes to the gateway must have its parts to compile. */
export type ReplayedParts<S extends ReplayingService = ReplayingService> = {
  readonly [T in ReplayedTopic<S>]: ReplayedPart | readonly ReplayedPart[];
};

/** A part whose rows have one number each that never changes. */
export interface PartById<Row> {
  readonly name: string;
  /** SQL that returns `count`. */
  readonly totalSql: string;
  /**
   * The rows above that number in its order: SQL with `$1`, and `$2` as their number, or a function that reads them.
   */
  readonly rows: string | ((tx: Tx, after: number, limit: number) => Promise<Row[]>);
  readonly idOf: (row: Row) => number;
  readonly toEvents: (rows: readonly Row[], tx: Tx) => ReplayedEvent[] | Promise<ReplayedEvent[]>;
}

export function partById<Row>({ name, totalSql, rows: read, idOf, toEvents }: PartById<Row>): ReplayedPart {
  return {
    name,
    total: (database) => countOf(database, totalSql),
    page: async (tx, [after = 0], limit) => {
      const rows = await (typeof read === 'string'
        ? tx.query<Row>(read, [after, limit])
        : read(tx, after, limit));
      const last = rows.at(-1);
      if (last === undefined) return { events: [], rows: 0, position: null };
      return { events: await toEvents(rows, tx), rows: rows.length, position: [idOf(last)] };
    },
  };
}

/** The count of a statement. */
export async function countOf(database: Queryable, sql: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql);
  return Number(row?.count ?? 0);
}
