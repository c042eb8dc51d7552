import { Table } from '@mantine/core';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Money } from '../elements/money';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Problem } from '../elements/problem';

/** What every account holds. */
export function OverviewScreen() {
  return (
    <Page title="Overview">
      <Balances />
    </Page>
  );
}

function Balances() {
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'page[size]': 100, sort: ['name'] } },
  });
  if (accounts.isPending) return <Loading />;
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  if (accounts.data.data.length === 0) {
    return <Nothing title="No accounts yet">Accounts appear here once a bank is connected.</Nothing>;
  }
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Account</Table.Th>
          <Table.Th ta="right">Balance</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.data.data.map(({ id, display_name, name, balance, currency }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <ForeignText text={display_name || name} />
            </Table.Td>
            <Table.Td ta="right">
              <Money amount={String(balance.cleared)} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
