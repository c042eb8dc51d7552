import { HoldingDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { HOLDING_LIST } from './holding-list';

export interface HoldingRow {
  readonly id: number;
  readonly account_id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: HoldingDocument;
}

export type HoldingQuery = ListQuery<typeof HOLDING_LIST>;

/** What the account holds, as far as the token was granted it. */
export async function readHoldings(
  database: Queryable,
  access: Access,
  accountId: number,
  query: HoldingQuery,
): Promise<RowsAndTotal<HoldingRow>> {
  const parameters = new SqlParameters();
  return readList<HoldingRow, typeof HOLDING_LIST>(database, query, {
    from: 'holdings h',
    columns: 'h.id, h.account_id, h.created_at, h.updated_at, h.document',
    condition: ofAccount(access, accountId, parameters),
    parameters,
    conditions: {},
    sorted: {
      id: 'h.id',
      created_at: 'h.created_at',
      updated_at: 'h.updated_at',
      'instrument.symbol': `h.document #>> '{instrument,symbol}'`,
      market_value: `(h.document ->> 'market_value')::numeric`,
    },
  });
}

function ofAccount(access: Access, accountId: number, parameters: SqlParameters): string {
  const own = `h.user_id = ${parameters.add(access.userId)}::bigint and h.account_id = ${parameters.add(accountId)}::bigint`;
  return access.accountIds === null
    ? own
    : `${own} and h.account_id = any(${parameters.ids(access.accountIds)})`;
}
