import type { FinancialAccount } from '@tributary/client';
import { $api } from '../../api/api';
import { Losses } from '../../elements/changes/confirmed';
import { DeleteDialog } from '../../elements/changes/delete-dialog';
import { useChange } from '../../elements/changes/use-change';
import { counted } from '../../elements/counted';
import { ForeignText } from '../../elements/foreign-text';
import type { DialogProps } from '../../elements/forms/dialog';
import { allOf } from '../../api/reading';
import { QueryState } from '../../elements/queries/query-state';
import { accountName } from '../account-words';

interface DeleteAccountProps extends DialogProps {
  readonly account: FinancialAccount;
  readonly onDeleted: () => unknown;
}

/** Says what goes with an account before it is deleted. */
export function DeleteAccount({ account, isOpen, close, onDeleted }: DeleteAccountProps) {
  const remove = useChange('delete', '/finance/accounts/{accountId}', {
    done: 'Account deleted',
    isErrorShown: true,
    onSuccess: () => {
      close();
      return onDeleted();
    },
  });
  return (
    <DeleteDialog
      title="Delete this account?"
      isOpen={isOpen}
      close={close}
      intro={
        <>
          <ForeignText text={accountName(account)} /> is deleted, and with it:
        </>
      }
      losses={<AccountLosses account={account} />}
      change={remove}
      onDelete={() => remove.mutate({ params: { path: { accountId: account.id } } })}
    >
      What was sent to destinations stays there. A renewed consent does not bring the account back; a new
      connection brings it as a new one.
    </DeleteDialog>
  );
}

function AccountLosses({ account }: { readonly account: FinancialAccount }) {
  const { id, transfer_links_count: links, rules = [] } = account;
  const ofAccount = { 'page[size]': 1, 'filter[financial_account_id]': id };
  const counts = allOf(
    $api.useQuery('get', '/finance/transactions', { params: { query: ofAccount } }),
    $api.useQuery('get', '/finance/accounts/{accountId}/balances', {
      params: { path: { accountId: id }, query: { 'page[size]': 1 } },
    }),
    $api.useQuery('get', '/finance/settlement-reviews', {
      params: { query: { ...ofAccount, 'filter[status]': 'OPEN' } },
    }),
  );
  return (
    <QueryState query={counts} rows={3}>
      {([transactions, balances, reviews]) => (
        <Losses
          lines={[
            counted(transactions.meta.total, 'transaction'),
            counted(balances.meta.total, 'balance'),
            counted(Number(links), 'link to destinations', 'links to destinations'),
            counted(rules.length, 'attached rule'),
            counted(reviews.meta.total, 'open review'),
          ]}
        />
      )}
    </QueryState>
  );
}
