import { ListQuery, SortField } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Access } from '../auth/access';
import { SqlParameters } from '../query/sql-parameters';
import { keptCount, searchedAlone, transactionCondition } from './transaction-conditions';
import { Side, typedField } from './transaction-fields';
import { transactionJson } from './transaction.json';
import { TRANSACTION_LIST, TransactionSort } from './transaction-list';

/** A transaction of a page. */
export interface TransactionRow {
  readonly account_id: number;
  /** The resource as REST shows it, JSON text, complete but for the account. */
  readonly json: string;
}

export interface TransactionPage {
  readonly rows: readonly TransactionRow[];
  /** Of all pages, at the same moment. */
  readonly total: number;
}

export type TransactionQuery = ListQuery<typeof TRANSACTION_LIST>;

/** A page of transactions, with what transfers did where it is asked for: one statement, whatever is asked. */
export async function readTransactions(
  database: Pick<Database, 'query' | 'queryPrepared'>,
  access: Access,
  query: TransactionQuery,
  side: Side,
): Promise<TransactionPage> {
  const { sql, values, comesBack } = transactionsStatement(access, query, side);
  type Row = (TransactionRow | { json: null }) & { total: number };
  const rows = comesBack
    ? await database.queryPrepared<Row>(sql, values)
    : await database.query<Row>(sql, values);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is TransactionRow & { total: number } => row.json !== null),
  };
}

/**
 * The statement that reads a page. Without filters there are few of them, and the best plan is the same for all
 * users: those are prepared.
 */
export function transactionsStatement(access: Access, query: TransactionQuery, side: Side) {
  const parameters = new SqlParameters();
  const sql = pageSql(access, query, side, parameters);
  const comesBack = query.filters.length === 0 && query.sorts.length === 1;
  return { sql, values: parameters.values, comesBack };
}

/**
 * Ids first, documents after, for the rows of the page alone. A page in the second half is looked for from the end:
 * the last one costs what the first one does.
 */
function pageSql(access: Access, query: TransactionQuery, side: Side, parameters: SqlParameters): string {
  const { filters, includes, sorts } = query;
  const { keys, order, reversed } = ordering(sorts, side);
  const total = keptCount(access, filters, parameters);
  const user = `${parameters.add(access.userId)}::bigint`;
  const size = `${parameters.add(query.page.size)}::bigint`;
  const before = `${parameters.add((query.page.number - 1) * query.page.size)}::bigint`;
  const transfers = transferColumns(query);
  return `
    with matching as ${total === null ? '' : 'not'} materialized (
      ${matchingSql(access, query, side, keys, parameters)}
    ), total as materialized (
      ${total ?? 'select count(*) as count from matching'}
    ), place as materialized (
      select count, least(${size}, greatest(count - ${before}, 0)) as size, ${before} * 2 > count as from_end from total
    ), page as (
      (select * from matching p order by ${order}
        limit (select case when from_end then 0 else size end from place) offset ${before})
      union all
      (select * from matching p order by ${reversed}
        limit (select case when from_end then size else 0 end from place)
        offset (select greatest(count - ${before} - size, 0) from place))
    )
    select place.count as total, t.account_id, ${transactionJson(side, includes)} as json
      from place
      left join (page p join transactions t on t.user_id = ${user} and t.id = p.id) on true
      ${transfers}
     order by ${order}`;
}

/** The matching transactions: their ids, and what they are sorted by. */
function matchingSql(
  access: Access,
  { filters, sorts }: TransactionQuery,
  side: Side,
  keys: readonly string[],
  parameters: SqlParameters,
): string {
  const sortsById = sorts.every(({ field }) => field === 'id');
  const ids = sortsById ? searchedAlone(access, filters, side, parameters) : null;
  if (ids !== null) return ids;
  const condition = transactionCondition(access, filters, side, parameters);
  return `select ${['t.id', ...keys].join(', ')} from transactions t where ${condition}`;
}

/** Nulls come last in both directions; ties are broken by id in the direction of the last field. */
function ordering(sorts: readonly SortField<TransactionSort>[], side: Side) {
  const keys: string[] = [];
  const terms = sorts.map(({ field, descending }) => {
    if (field === 'id') return { sql: 'p.id', descending, nullable: false };
    const { sql, nullable } = typedField(field, side);
    keys.push(`${sql} as sort_${keys.length}`);
    return { sql: `p.sort_${keys.length - 1}`, descending, nullable };
  });
  const descending = sorts.at(-1)?.descending ?? false;
  if (!sorts.some(({ field }) => field === 'id')) terms.push({ sql: 'p.id', descending, nullable: false });
  const order = terms.map(
    (term) => `${term.sql} ${term.descending ? 'desc' : 'asc'}${term.nullable ? ' nulls last' : ''}`,
  );
  const reversed = terms.map(
    (term) => `${term.sql} ${term.descending ? 'asc' : 'desc'}${term.nullable ? ' nulls first' : ''}`,
  );
  return { keys, order: order.join(', '), reversed: reversed.join(', ') };
}

/** What the transfers of each row of the page came to; nothing where it is not asked for. */
function transferColumns({ includes }: TransactionQuery): string {
  const columns = [
    ...(includes.has('failed_transfers')
      ? ['count(*) filter (where not l.succeeded) as failed_transfers']
      : []),
    ...(includes.has('attempted_transfers')
      ? ['count(distinct l.transfer_link_id) as attempted_transfers']
      : []),
    ...(includes.has('transfer_logs') ? [`${TRANSFER_LOGS} as transfer_logs`] : []),
  ];
  if (columns.length === 0) return '';
  return `left join lateral (
        select ${columns.join(', ')} from transfer_logs l
         where l.transaction_id = t.id and l.user_id = t.user_id
      ) logs on true`;
}

const TRANSFER_LOGS = `
  coalesce(json_agg(json_build_object(
    'id', l.id::text,
    'transfer_link_id', l.transfer_link_id::text,
    'financial_account_id', l.account_id::text,
    'transaction_id', l.transaction_id::text,
    'operation', l.operation,
    'status', case when l.succeeded then 'TRANSFERRED' else 'FAILED' end,
    'destination_transaction_id', l.destination_transaction_id,
    'error', l.error,
    'created_at', to_char(l.attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by l.id), '[]')`;
