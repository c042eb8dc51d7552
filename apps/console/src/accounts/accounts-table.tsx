import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Balance } from '../elements/money/balance';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { Status } from '../elements/status';
import { DataTable, type Column } from '../elements/tables/data-table';
import { accountCondition, accountName, historyText, nextSyncText } from './account-words';
import { BalanceSparkline } from './balances/balance-sparkline';
import { useBalancePoints, type BalancePoint } from './balances/use-balance-points';
import { useNow } from './use-now';

const route = getRouteApi('/accounts');
const PAGE_SIZE = 20;

interface AccountsTableProps {
  /** The name of the list in the address. */
  readonly listName: string;
  readonly filter: { 'filter[financial_connection_id]': string } | { 'filter[integrator]': 'MANUAL' };
  /** Names the list for screen readers. */
  readonly institution: string;
  /** The text where there is no account at all. */
  readonly none: string;
}

/** The accounts of one institution, page by page. */
export function AccountsTable({ listName, filter, institution, none }: AccountsTableProps) {
  const { text, pages = {} } = route.useSearch();
  const navigate = route.useNavigate();
  const page = pages[listName] ?? 1;
  const query = {
    ...filter,
    ...(text === undefined ? {} : { 'filter[search]': text }),
    'page[size]': PAGE_SIZE,
    'page[number]': page,
    sort: ['display_name' as const, 'id' as const],
  };
  const accounts = $api.useQuery(
    'get',
    '/finance/accounts',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns(accounts.data?.data ?? []);
  const turn = (to: number) =>
    void navigate({ search: (search) => ({ ...search, pages: { ...search.pages, [listName]: to } }) });
  return (
    <QueryState
      query={accounts}
      rows={3}
      empty={
        <Text size="sm" c="dimmed">
          {text === undefined ? none : 'No account here has this name.'}
        </Text>
      }
    >
      {({ data, meta }) => (
        <Stack gap="xs">
          <DataTable
            label={`Accounts: ${institution}`}
            columns={columns}
            rows={data}
            keyOf={({ id }) => id}
            minWidth={640}
          />
          {meta.last_page > 1 && (
            <Group justify="space-between">
              <Text size="sm" c="dimmed">{`${meta.total} accounts`}</Text>
              <Pages label={`Pages of ${institution}`} total={meta.last_page} page={page} onChange={turn} />
            </Group>
          )}
        </Stack>
      )}
    </QueryState>
  );
}

const NO_POINTS: readonly BalancePoint[] = [];

function useColumns(accounts: readonly FinancialAccount[]): readonly Column<FinancialAccount>[] {
  const now = useNow();
  const histories = useBalancePoints(
    accounts.map(({ id }) => id),
    'quarter',
  );
  return [
    {
      title: 'Account',
      cell: (account) => (
        <Link to="/accounts/$accountId" params={{ accountId: account.id }}>
          <ForeignText text={accountName(account)} />
        </Link>
      ),
    },
    { title: 'State', cell: (account) => <AccountState account={account} /> },
    { title: 'Next sync', cell: (account) => nextSyncText(account, now) },
    { title: 'History', cell: (account) => historyText(account) },
    {
      title: '90 days',
      cell: ({ id, currency }) => (
        <BalanceSparkline points={histories.data?.get(id) ?? NO_POINTS} currency={currency || null} />
      ),
    },
    {
      title: 'Balance',
      align: 'right',
      cell: ({ balance, currency }) => <Balance amount={balance.cleared} currency={currency || null} />,
    },
  ];
}

function AccountState({ account }: { readonly account: FinancialAccount }) {
  const { kind, label, detail } = accountCondition(account);
  return (
    <>
      <Status kind={kind} label={label} />
      {detail !== null && (
        <Text size="xs" c="dimmed">
          <ForeignText text={detail} />
        </Text>
      )}
    </>
  );
}
