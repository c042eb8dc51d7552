import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { FinancialAccount } from '@tributary/client';
import { $api } from '../../api/api';
import { counted } from '../../elements/counted';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { accountName } from '../account-words';
import type { DialogProps } from '../dialog';

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
    <Modal opened={isOpen} onClose={close} title="Delete this account?">
      <Stack>
        <Text size="sm">
          <ForeignText text={accountName(account)} /> is deleted, and with it:
        </Text>
        <Losses account={account} />
        <Text size="sm">
          What was sent to destinations stays there. A renewed consent does not bring the account back; a new
          connection brings it as a new one.
        </Text>
        {remove.isError && <Problem error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { path: { accountId: account.id } } })}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Counts while the dialog is open: its content is mounted then. */
function Losses({ account }: { readonly account: FinancialAccount }) {
  const ofAccount = { 'page[size]': 1, 'filter[financial_account_id]': account.id };
  const transactions = $api.useQuery('get', '/finance/transactions', { params: { query: ofAccount } });
  const balances = $api.useQuery('get', '/finance/accounts/{accountId}/balances', {
    params: { path: { accountId: account.id }, query: { 'page[size]': 1 } },
  });
  const reviews = $api.useQuery('get', '/finance/settlement-reviews', {
    params: { query: { ...ofAccount, 'filter[status]': 'OPEN' } },
  });
  const failed = [transactions, balances, reviews].find(({ isError }) => isError);
  if (failed) return <Problem error={failed.error} retry={failed.refetch} />;
  if (!transactions.data || !balances.data || !reviews.data) return <Loading rows={3} />;
  return (
    <List size="sm">
      <List.Item>{counted(transactions.data.meta.total, 'transaction')}</List.Item>
      <List.Item>{counted(balances.data.meta.total, 'balance')}</List.Item>
      <List.Item>
        {counted(Number(account.transfer_links_count), 'link to destinations', 'links to destinations')}
      </List.Item>
      <List.Item>{counted(account.rules?.length ?? 0, 'attached rule')}</List.Item>
      <List.Item>{counted(reviews.data.meta.total, 'open review')}</List.Item>
    </List>
  );
}
