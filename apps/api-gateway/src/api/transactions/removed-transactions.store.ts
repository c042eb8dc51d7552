import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { rowsOf } from '../../rest/lists/row-list';
import { exactInstant } from './transaction.json';
import { UPDATED_AFTER } from './search/transaction-list';

interface RemovedTransactionRow {
  readonly id: number;
  readonly financial_account_id: number;
  readonly changed_at: string;
}

/** Removed transactions of the accounts that the token was granted. */
export const REMOVED_TRANSACTIONS = rowsOf<RemovedTransactionRow, [access: Access]>({
  from: 'transactions t',
  columns: `t.id, t.account_id as financial_account_id, ${exactInstant('t.changed_at')} as changed_at`,
  condition: (parameters, access) => `${ofGrantedAccounts(parameters, access, 't')} and t.removed`,
}).listedBy({
  sorts: { changed_at: 't.changed_at', id: 't.id' },
  defaultSort: 'changed_at',
  filters: {
    id: { kind: 'id', sql: 't.id' },
    financial_account_id: { kind: 'id', sql: 't.account_id' },
    updated_after: { ...UPDATED_AFTER, sql: 't.changed_at >' },
  },
});

export type RemovedTransactionQuery = ListQuery<typeof REMOVED_TRANSACTIONS>;
