import { SettlementDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsId, equalsText, readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { SETTLEMENT_REVIEW_LIST } from './settlement-review-list';

export type SettlementReviewQuery = ListQuery<typeof SETTLEMENT_REVIEW_LIST>;

export interface SettlementReviewRow {
  readonly id: number;
  readonly account_id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: SettlementDocument;
}

const COLUMNS = 's.id, s.account_id, s.created_at, s.updated_at, s.document';

const CONDITIONS: ConditionsOf<typeof SETTLEMENT_REVIEW_LIST> = {
  id: equalsId('s.id'),
  financial_account_id: equalsId('s.account_id'),
  transaction_id: ({ values }, parameters) => {
    const ids = parameters.ids(values.map(Number));
    const side = (name: string): string => `(s.document->'${name}'->>'transaction_id')::bigint = any(${ids})`;
    return `(${side('pending')} or ${side('booked')})`;
  },
  status: equalsText('s.status'),
};

/** Reviews of the granted accounts. */
export function readSettlementReviews(
  database: Queryable,
  access: Access,
  query: SettlementReviewQuery,
): Promise<RowsAndTotal<SettlementReviewRow>> {
  const parameters = new SqlParameters();
  return readList<SettlementReviewRow, typeof SETTLEMENT_REVIEW_LIST>(database, query, {
    from: 'settlements s',
    columns: COLUMNS,
    condition: own(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 's.id', created_at: 's.created_at', updated_at: 's.updated_at' },
  });
}

export async function readSettlementReview(
  database: Queryable,
  access: Access,
  id: number,
): Promise<SettlementReviewRow | null> {
  const parameters = new SqlParameters();
  const condition = `${own(access, parameters)} and s.id = ${parameters.add(id)}::bigint`;
  const [row] = await database.query<SettlementReviewRow>(
    `select ${COLUMNS} from settlements s where ${condition}`,
    parameters.values,
  );
  return row ?? null;
}

function own(access: Access, parameters: SqlParameters): string {
  const user = `s.user_id = ${parameters.add(access.userId)}::bigint`;
  return access.accountIds === null
    ? user
    : `${user} and s.account_id = any(${parameters.ids(access.accountIds)})`;
}
