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

/** A kind of rows that a service publishes again in a replay. */
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

/**
 * The parts of a service's replay by topic, replayed in this order. A service that publishes a topic to the gateway
 * and has no part for it does not compile.
 */
export type ReplayedParts<S extends ReplayingService = ReplayingService> = {
  readonly [T in ReplayedTopic<S>]: ReplayedPart | readonly ReplayedPart[];
};

/** A part whose rows have one number each that never changes. */
export interface PartById<Row> {
  readonly name: string;
  /** SQL that returns `count`. */
  readonly totalSql: string;
  /**
   * Reads the next rows, sorted by that number: SQL (`$1`: the number of the last row read, `$2`: maximum of rows), or
   * a function.
   */
  readonly nextRowsQuery: string | ((tx: Tx, after: number, limit: number) => Promise<Row[]>);
  readonly idOf: (row: Row) => number;
  readonly toEvents: (rows: readonly Row[], tx: Tx) => ReplayedEvent[] | Promise<ReplayedEvent[]>;
}

export function partById<Row>({
  name,
  totalSql,
  nextRowsQuery: read,
  idOf,
  toEvents,
}: PartById<Row>): ReplayedPart {
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

/** Runs SQL that returns one row with `count`, and returns that number; 0 if there is no row. */
export async function countOf(database: Queryable, sql: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql);
  return Number(row?.count ?? 0);
}
