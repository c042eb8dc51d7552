import { EventContract } from '@tributary/contracts';
import { ReceivedEvent } from '@tributary/messaging';
import { shareUsers } from '../user-locks';
import { ModelTx } from '../model-writes';
import { ProjectedTable, projectionSql } from './projected-table';

/** An event as far as the query model reads it. */
export type ProjectedEvent<C extends EventContract = EventContract> = Pick<
  ReceivedEvent<C>,
  'payload' | 'occurredAt'
>;

/** Stores the events of one topic in the query model. */
export type Projection<C extends EventContract = EventContract> = (
  tx: ModelTx,
  events: readonly ProjectedEvent<C>[],
) => Promise<void>;

/** A table, and the rows of an event in it. */
type RowsOf<C extends EventContract> = readonly [
  table: ProjectedTable,
  rows: (payload: ProjectedEvent<C>['payload'], occurredAt: string) => object | readonly object[],
];

/** The projection of an event that adds rows to tables, or replaces older ones there. */
export function into<C extends EventContract>(...tables: readonly RowsOf<C>[]): Projection<C> {
  return async (tx, events) => {
    const parts = tables.map(([table, rowsOf]) => ({
      table,
      rows: events.flatMap(({ payload, occurredAt }) => rowsOf(payload, occurredAt)),
    }));
    const owned = parts.filter(({ table }) => table.belongsTo !== null);
    await shareUsers(tx, owned.flatMap(userIdsOf));
    for (const { table, rows } of parts) await project(tx, table, rows);
  };
}

function userIdsOf({ rows }: { readonly rows: readonly object[] }): number[] {
  return rows.flatMap((row) => ('user_id' in row ? [Number(row.user_id)] : []));
}

/** Rows of one statement: many enough to be cheap for each row, few enough for one parameter. */
const ROWS_PER_STATEMENT = 1000;

const statements = new Map<ProjectedTable, string>();

/** Stores rows in a table of the query model, by key and version, in set-based statements. */
export async function project<Row extends object>(
  tx: ModelTx,
  table: ProjectedTable,
  rows: readonly Row[],
): Promise<void> {
  const newest = newestInKeyOrder(table, rows);
  for (let start = 0; start < newest.length; start += ROWS_PER_STATEMENT) {
    const chunk = newest.slice(start, start + ROWS_PER_STATEMENT);
    await tx.queryPrepared(statementFor(table), [JSON.stringify(chunk)]);
  }
  tx.changes.note(table.table, newest);
}

/**
 * The newest row of each key (a statement may touch a row once), in one order for all writers (or they would wait for
 * each other in circles).
 */
function newestInKeyOrder<Row extends object>(table: ProjectedTable, rows: readonly Row[]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const key = table.key.map((column) => valueOf(row, column)).join('/');
    const known = newest.get(key);
    if (!known || versionOf(table, row) > versionOf(table, known)) newest.set(key, row);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function versionOf(table: ProjectedTable, row: object): number {
  return table.versionColumn === null ? 0 : Number(valueOf(row, table.versionColumn));
}

function valueOf(row: object, column: string): string | number {
  return (row as Record<string, string | number>)[column] ?? '';
}

function statementFor(table: ProjectedTable): string {
  let sql = statements.get(table);
  if (!sql) statements.set(table, (sql = projectionSql(table)));
  return sql;
}
