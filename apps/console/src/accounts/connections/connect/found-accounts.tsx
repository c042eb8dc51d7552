import { Button, Group, Loader, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FinancialAccount, FinancialConnection } from '@tributary/client';
import { $api } from '../../../api/api';
import { useChange } from '../../../elements/changes/use-change';
import { ForeignText } from '../../../elements/foreign-text';
import { Balance } from '../../../elements/money/balance';
import { QueryState } from '../../../elements/queries/query-state';
import { DataTable, type Column } from '../../../elements/tables/data-table';
import { accountName, historyText } from '../../account-words';
import { useConnectSearch } from './use-connect-search';

const ACCOUNTS = 100;

/** The accounts that the consent covers, and which of them are synced. */
export function FoundAccounts({ connection }: { readonly connection: FinancialConnection }) {
  const { changeSearch } = useConnectSearch();
  const accounts = useAccountsOf(connection.id);
  return (
    <QueryState query={accounts} rows={4}>
      {({ data, meta }) => (
        <Stack>
          <Title order={2} size="h4">
            Accounts found
          </Title>
          {data.length === 0 ? (
            <Group gap="xs" role="status">
              <Loader size="sm" aria-hidden />
              <Text size="sm">The accounts are being read. They appear here by themselves.</Text>
            </Group>
          ) : (
            <DataTable label="Accounts found" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
          )}
          {meta.total > data.length && (
            <Text size="sm">
              {`The first ${data.length} of ${meta.total} are listed. All are synced; change the others under `}
              <Link to="/accounts">Accounts</Link>.
            </Text>
          )}
          <Group>
            <Button disabled={data.length === 0} onClick={() => void changeSearch({ step: 'destinations' })}>
              Continue
            </Button>
          </Group>
        </Stack>
      )}
    </QueryState>
  );
}

/** The accounts of a connection, in the order of their names. */
export function useAccountsOf(connectionId: string) {
  return $api.useQuery('get', '/finance/accounts', {
    params: {
      query: {
        'filter[financial_connection_id]': connectionId,
        'page[size]': ACCOUNTS,
        sort: ['display_name', 'id'],
      },
    },
  });
}

const COLUMNS: readonly Column<FinancialAccount>[] = [
  {
    title: 'Account',
    cell: (account) => (
      <>
        <ForeignText text={accountName(account)} />
        {account.iban && (
          <Text size="xs" c="dimmed">
            <ForeignText text={account.iban} />
          </Text>
        )}
      </>
    ),
  },
  { title: 'Synced', cell: (account) => <SyncSwitch account={account} /> },
  { title: 'History', cell: (account) => historyText(account) },
  {
    title: 'Balance',
    align: 'right',
    cell: ({ balance, currency }) => <Balance amount={balance.cleared} currency={currency || null} />,
  },
];

function SyncSwitch({ account }: { readonly account: FinancialAccount }) {
  const update = useChange('put', '/finance/accounts/{accountId}', {
    done: (_data, { body }) => (body?.enabled === true ? 'Synced' : 'Not synced'),
  });
  return (
    <Switch
      aria-label={`Sync ${accountName(account)}`}
      checked={account.enabled === 'true'}
      disabled={update.isPending}
      onChange={({ currentTarget: { checked } }) =>
        update.mutate({ params: { path: { accountId: account.id } }, body: { enabled: checked } })
      }
    />
  );
}
