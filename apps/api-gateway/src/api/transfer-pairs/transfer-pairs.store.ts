import { TRANSFER_PAIR_STATUSES, TransferPairDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';
import { SqlParameters } from '../../rest/lists/sql-parameters';

/** Pairs whose accounts both belong to the token, because one side must not reveal the other. */
export const TRANSFER_PAIRS = rowsOf<DocumentRow<TransferPairDocument>, [access: Access]>({
  from: 'transfer_pairs p',
  columns: 'p.id, p.created_at, p.updated_at, p.document',
  condition: (parameters, { userId, accountIds }) => {
    const own = `p.user_id = ${parameters.add(userId)}::bigint`;
    if (accountIds === null) return own;
    const granted = parameters.ids(accountIds);
    return `${own} and p.outgoing_account_id = any(${granted}) and p.incoming_account_id = any(${granted})`;
  },
}).listedBy({
  sorts: { id: 'p.id', created_at: 'p.created_at', updated_at: 'p.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'p.id' },
    status: { kind: 'oneOf', values: TRANSFER_PAIR_STATUSES, sql: 'p.status' },
    financial_account_id: {
      kind: 'id',
      description: 'Pairs of which one transaction is of the account.',
      sql: (values, parameters) => eitherSide('account_id', values, parameters),
    },
    transaction_id: {
      kind: 'id',
      description: 'Pairs in which the transaction is one of the two.',
      sql: (values, parameters) => eitherSide('transaction_id', values, parameters),
    },
  },
});

export type TransferPairQuery = ListQuery<typeof TRANSFER_PAIRS>;

function eitherSide(column: string, values: readonly string[], parameters: SqlParameters): string {
  const ids = parameters.ids(values);
  return `(p.outgoing_${column} = any(${ids}) or p.incoming_${column} = any(${ids}))`;
}
