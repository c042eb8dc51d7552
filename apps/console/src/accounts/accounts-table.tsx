import { Group, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Balance } from '../elements/money/balance';
import { Pages } from '../elements/pages';
import { Problem } from '../elements/problems/problem';
import { Status } from '../elements/status';
import { accountCondition, accountName, historyText, nextSyncText } from './account-words';
import { BalanceSparkline } from './balances/balance-sparkline';
import { useNow } from './use-now';
import { useBalancePoints, type BalancePoint } from './balances/use-balance-points';

const route = getRouteApi('/accounts');
const PAGE_SIZE = 20;

interface AccountsTableProps {
  /** Names the list in the address. */
  readonly of: string;
  readonly filter: { 'filter[financial_connection_id]': string } | { 'filter[integrator]': 'MANUAL' };
  /** Names the list to who hears the screen. */
  readonly name: string;
  /** Said where there is no account at all. */
  readonly none: string;
}

/** The accounts of one institution, page by page. */
export function AccountsTable({ of, name, filter, none }: AccountsTableProps) {
  const { text, pages = {} } = route.useSearch();
  const navigate = route.useNavigate();
  const page = pages[of] ?? 1;
  const accounts = $api.useQuery(
    'get',
    '/finance/accounts',
    {
      params: {
        query: {
          ...filter,
          ...(text === undefined ? {} : { 'filter[search]': text }),
          'page[size]': PAGE_SIZE,
          'page[number]': page,
          sort: ['display_name', 'id'],
        },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const histories = useBalancePoints(
    (accounts.data?.data ?? []).map(({ id }) => id),
    'quarter',
  );
  if (accounts.isPending) return <Loading rows={3} />;
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  const { data, meta } = accounts.data;
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {text === undefined ? none : 'No account here has this name.'}
      </Text>
    );
  }
  const turn = (to: number) =>
    void navigate({ search: (search) => ({ ...search, pages: { ...search.pages, [of]: to } }) });
  const count = meta.last_page;
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th>Next sync</Table.Th>
              <Table.Th>History</Table.Th>
              <Table.Th>90 days</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((account) => (
              <AccountRow key={account.id} account={account} points={histories.data?.get(account.id) ?? []} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {count > 1 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">{`${meta.total} accounts`}</Text>
          <Pages label={`Pages of ${name}`} total={count} page={page} onChange={turn} />
        </Group>
      )}
    </Stack>
  );
}

interface AccountRowProps {
  readonly account: FinancialAccount;
  readonly points: readonly BalancePoint[];
}

function AccountRow({ account, points }: AccountRowProps) {
  const { kind, label, detail } = accountCondition(account);
  const now = useNow();
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/accounts/$accountId" params={{ accountId: account.id }}>
          <ForeignText text={accountName(account)} />
        </Link>
      </Table.Td>
      <Table.Td>
        <Status kind={kind} label={label} />
        {detail !== null && (
          <Text size="xs" c="dimmed">
            <ForeignText text={detail} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>{nextSyncText(account, now)}</Table.Td>
      <Table.Td>{historyText(account)}</Table.Td>
      <Table.Td>
        <BalanceSparkline points={points} currency={account.currency || null} />
      </Table.Td>
      <Table.Td ta="right">
        <Balance amount={account.balance.cleared} currency={account.currency || null} />
      </Table.Td>
    </Table.Tr>
  );
}
