import { Button, Group, Loader, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FinancialAccount, FinancialConnection } from '@tributary/client';
import { $api } from '../../../api/api';
import { ForeignText } from '../../../elements/foreign-text';
import { Loading } from '../../../elements/loading';
import { Balance } from '../../../elements/money/balance';
import { Problem } from '../../../elements/problems/problem';
import { useChange } from '../../../elements/changes/use-change';
import { accountName, historyText } from '../../account-words';
import { useConnectSearch } from './use-connect-search';

const ACCOUNTS = 100;

/** The accounts that the consent covers, and which of them are synced. */
export function FoundAccounts({ connection }: { readonly connection: FinancialConnection }) {
  const { go } = useConnectSearch();
  const accounts = useAccountsOf(connection.id);
  if (accounts.isPending) return <Loading rows={4} />;
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  const { data, meta } = accounts.data;
  return (
    <Stack>
      <Title order={2} size="h4">
        Accounts found
      </Title>
      {data.length === 0 && (
        <Group gap="xs" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">The accounts are being read. They appear here by themselves.</Text>
        </Group>
      )}
      {data.length > 0 && <Choices accounts={data} />}
      {meta.total > data.length && (
        <Text size="sm">
          {`The first ${data.length} of ${meta.total} are listed. All are synced; change the others under `}
          <Link to="/accounts">Accounts</Link>.
        </Text>
      )}
      <Group>
        <Button disabled={data.length === 0} onClick={() => void go({ step: 'destinations' })}>
          Continue
        </Button>
      </Group>
    </Stack>
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

function Choices({ accounts }: { readonly accounts: readonly FinancialAccount[] }) {
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th>Synced</Table.Th>
            <Table.Th>History</Table.Th>
            <Table.Th ta="right">Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Choice key={account.id} account={account} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Choice({ account }: { readonly account: FinancialAccount }) {
  const update = useChange('put', '/finance/accounts/{accountId}', {
    done: (_data, { body }) => (body?.enabled === true ? 'Synced' : 'Not synced'),
  });
  return (
    <Table.Tr>
      <Table.Td>
        <ForeignText text={accountName(account)} />
        {account.iban && (
          <Text size="xs" c="dimmed">
            <ForeignText text={account.iban} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Sync ${accountName(account)}`}
          checked={account.enabled === 'true'}
          disabled={update.isPending}
          onChange={({ currentTarget: { checked } }) =>
            update.mutate({ params: { path: { accountId: account.id } }, body: { enabled: checked } })
          }
        />
      </Table.Td>
      <Table.Td>{historyText(account)}</Table.Td>
      <Table.Td ta="right">
        <Balance amount={account.balance.cleared} currency={account.currency || null} />
      </Table.Td>
    </Table.Tr>
  );
}
