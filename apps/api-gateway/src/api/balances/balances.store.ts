import { BalanceDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

export interface BalanceRow extends DocumentRow<BalanceDocument> {
  readonly account_id: number;
}

/** The recorded balances of a granted account. */
export const BALANCES = rowsOf<BalanceRow, [access: Access, accountId: number]>({
  from: 'balance_entries b',
  columns: 'b.id, b.account_id, b.created_at, b.updated_at, b.document',
  condition: (parameters, access, accountId) =>
    `${ofGrantedAccounts(parameters, access, 'b')} and b.account_id = ${parameters.add(accountId)}::bigint and b.document <> '{}'`,
}).listedBy({
  sorts: {
    created_at: 'b.created_at',
    updated_at: 'b.updated_at',
    reference_date: 'b.reference_date',
    id: 'b.id',
  },
  defaultSort: '-id',
});

export type BalanceQuery = ListQuery<typeof BALANCES>;
