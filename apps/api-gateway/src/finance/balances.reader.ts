import { BalanceDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { BALANCE_LIST } from './balance-list';

export interface BalanceRow {
  readonly id: number;
  readonly account_id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: BalanceDocument;
}

export type BalanceQuery = ListQuery<typeof BALANCE_LIST>;

const COLUMNS = 'b.id, b.account_id, b.created_at, b.updated_at, b.document';

/** Balances that were recorded for the account, as far as the token was granted it. */
export async function readBalances(
  database: Queryable,
  access: Access,
  accountId: number,
  query: BalanceQuery,
): Promise<RowsAndTotal<BalanceRow>> {
  const parameters = new SqlParameters();
  return readList<BalanceRow, typeof BALANCE_LIST>(database, query, {
    from: 'balance_entries b',
    columns: COLUMNS,
    condition: ofAccount(access, accountId, parameters),
    parameters,
    conditions: {},
    sorted: {
      id: 'b.id',
      created_at: 'b.created_at',
      updated_at: 'b.updated_at',
      reference_date: 'b.reference_date',
    },
  });
}

export async function readBalance(
  database: Queryable,
  access: Access,
  accountId: number,
  balanceId: number,
): Promise<BalanceRow | null> {
  const parameters = new SqlParameters();
  const condition = ofAccount(access, accountId, parameters);
  const [row] = await database.query<BalanceRow>(
    `select ${COLUMNS} from balance_entries b where ${condition} and b.id = ${parameters.add(balanceId)}`,
    parameters.values,
  );
  return row ?? null;
}

function ofAccount(access: Access, accountId: number, parameters: SqlParameters): string {
  const own = `b.user_id = ${parameters.add(access.userId)}::bigint and b.account_id = ${parameters.add(accountId)}::bigint`;
  return access.accountIds === null
    ? own
    : `${own} and b.account_id = any(${parameters.ids(access.accountIds)})`;
}
