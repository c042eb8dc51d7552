import { List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FinancialConnection } from '@tributary/client';
import { ForeignText } from '../../../elements/foreign-text';
import { Loading } from '../../../elements/loading';
import { Problem } from '../../../elements/problems/problem';
import { ScreenButton, ScreenLink } from '../../../elements/screen-link';
import { accountName, historyText } from '../../account-words';
import { connectionName } from '../connection-name';
import { useAccountsOf } from './found-accounts';

/** What was connected, and where to go on. */
export function Connected({ connection }: { readonly connection: FinancialConnection }) {
  const accounts = useAccountsOf(connection.id);
  return (
    <Stack align="flex-start">
      <Title order={2} size="h4">
        <ForeignText text={connectionName(connection)} /> is set up
      </Title>
      <Text size="sm">Its history is being read. You can leave this page.</Text>
      {accounts.isPending && <Loading rows={3} />}
      {accounts.isError && <Problem error={accounts.error} retry={accounts.refetch} />}
      <List size="sm">
        {accounts.data?.data.map((account) => (
          <List.Item key={account.id}>
            <Link to="/accounts/$accountId" params={{ accountId: account.id }}>
              <ForeignText text={accountName(account)} />
            </Link>
            {`: ${historyText(account)}. `}
            <ScreenLink to={`/transactions?account_id=${account.id}`}>Transactions</ScreenLink>
          </List.Item>
        ))}
      </List>
      <ScreenButton to="/accounts">All accounts</ScreenButton>
    </Stack>
  );
}
