import { Database } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { Side } from './transaction-fields';
import { TransactionQuery } from './search/transaction-list';
import { transactionsStatement } from './search/transactions.statement';

/** A transaction of a page. */
export interface TransactionRow {
  readonly account_id: number;
  /** The REST form, JSON text, complete except for the account and the enrichment. */
  readonly json: string;
  /** As it is stored; only if it is included. */
  readonly enriched?: object | null;
}

export interface TransactionPage {
  readonly rows: readonly TransactionRow[];
  /** Number of matches on all pages, at the same moment. */
  readonly total: number;
}

/** A page of transactions, with the results of transfers if requested: always one statement. */
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
