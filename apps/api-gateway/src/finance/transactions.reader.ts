import { TransactionDocument } from '@tributary/contracts';
import { ListQuery, SortField } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { SqlParameters } from '../query/sql-parameters';
import { transactionCondition } from './transaction-conditions';
import { Side, typedField } from './transaction-fields';
import { TRANSACTION_LIST, TransactionSort } from './transaction-list';

/** One attempt to carry a transaction to a destination, as SQL builds it. */
export interface TransferLogRow {
  readonly id: string;
  readonly transfer_link_id: string;
  readonly financial_account_id: string;
  readonly transaction_id: string;
  readonly operation: string;
  readonly status: string;
  readonly destination_transaction_id: string | null;
  readonly error: string | null;
  readonly created_at: string;
}

export interface TransactionRow {
  readonly id: number;
  readonly account_id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: TransactionDocument;
  readonly failed_transfers?: number;
  readonly attempted_transfers?: number;
  readonly transfer_logs?: readonly TransferLogRow[];
}

export interface TransactionPage {
  readonly rows: readonly TransactionRow[];
  /** Of all pages, at the same moment. */
  readonly total: number;
}

export type TransactionQuery = ListQuery<typeof TRANSACTION_LIST>;

/** A page of transactions, with what transfers did where it is asked for: one statement, whatever is asked. */
export async function readTransactions(
  database: Queryable,
  access: Access,
  query: TransactionQuery,
  side: Side,
): Promise<TransactionPage> {
  const parameters = new SqlParameters();
  const sql = pageSql(access, query, side, parameters);
  const rows = await database.query<(TransactionRow | { id: null }) & { total: number }>(
    sql,
    parameters.values,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is TransactionRow & { total: number } => row.id !== null),
  };
}

/**
 * Ids first, documents after, for the rows of the page alone. Without filters counting and paging each take
 * an index of their own; with filters the rows are looked for once.
 */
function pageSql(access: Access, query: TransactionQuery, side: Side, parameters: SqlParameters): string {
  const condition = transactionCondition(access, query.filters, side, parameters);
  const { keys, order } = ordering(query.sorts, side);
  const { number, size } = query.page;
  const document = side === 'raw' ? 't.raw' : 'coalesce(t.shaped, t.raw)';
  const transfers = transferColumns(query);
  return `
    with matching as ${query.filters.length > 0 ? '' : 'not'} materialized (
      select ${['t.user_id', 't.id', ...keys].join(', ')} from transactions t where ${condition}
    ), page as (
      select * from matching p order by ${order}
      limit ${parameters.add(size)}::bigint offset ${parameters.add((number - 1) * size)}::bigint
    )
    select total.count as total, t.id, t.account_id, t.created_at, t.updated_at, ${document} as document
           ${transfers ? ', logs.*' : ''}
      from (select count(*) from matching) total
      left join (page p join transactions t on t.user_id = p.user_id and t.id = p.id) on true
      ${transfers}
     order by ${order}`;
}

/** Nulls come last in both directions; ties are broken by id in the direction of the last field. */
function ordering(sorts: readonly SortField<TransactionSort>[], side: Side) {
  const keys: string[] = [];
  const order = sorts.map(({ field, descending }) => {
    const direction = descending ? 'desc' : 'asc';
    if (field === 'id') return `p.id ${direction}`;
    const { sql, nullable } = typedField(field, side);
    keys.push(`${sql} as sort_${keys.length}`);
    return `p.sort_${keys.length - 1} ${direction}${nullable ? ' nulls last' : ''}`;
  });
  const last = sorts.at(-1);
  if (!sorts.some(({ field }) => field === 'id')) order.push(`p.id ${last?.descending ? 'desc' : 'asc'}`);
  return { keys, order: order.join(', ') };
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
