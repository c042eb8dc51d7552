import { SETTLEMENT_ORIGINS, SETTLEMENT_STATUSES, SettlementDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

export interface SettlementReviewRow extends DocumentRow<SettlementDocument> {
  readonly account_id: number;
}

/** Reviews of the granted accounts. */
export const SETTLEMENT_REVIEWS = rowsOf<SettlementReviewRow, [access: Access]>({
  from: 'settlements s',
  columns: 's.id, s.account_id, s.created_at, s.updated_at, s.document',
  condition: (parameters, access) => ofGrantedAccounts(parameters, access, 's'),
}).listedBy({
  sorts: { id: 's.id', created_at: 's.created_at', updated_at: 's.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 's.id' },
    financial_account_id: { kind: 'id', sql: 's.account_id' },
    transaction_id: {
      kind: 'id',
      description: 'Reviews in which the transaction is one of the two.',
      sql: (values, parameters) => {
        const ids = parameters.ids(values);
        const side = (name: string) => `(s.document->'${name}'->>'transaction_id')::bigint = any(${ids})`;
        return `(${side('pending')} or ${side('booked')})`;
      },
    },
    status: { kind: 'oneOf', values: SETTLEMENT_STATUSES, sql: 's.status' },
    origin: {
      kind: 'oneOf',
      values: SETTLEMENT_ORIGINS,
      description: '`MATCHED_DUPLICATE`: two booked rows that may be one.',
      sql: `coalesce(s.document->>'origin', 'MATCHED')`,
    },
    file_import_id: {
      kind: 'id',
      description: 'Reviews of rows that the import added.',
      sql: `(s.document->>'file_import_id')::bigint`,
    },
  },
});

export type SettlementReviewQuery = ListQuery<typeof SETTLEMENT_REVIEWS>;
