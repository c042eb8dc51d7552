import { SimpleGrid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import { $api } from '../../api/api';
import { visibleText } from '../../elements/bank-text';
import { Nothing } from '../../elements/nothing';
import { Page } from '../../elements/page';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenButton } from '../../elements/screen-link';
import { AccountActions } from './account-actions';
import { AccountBalances } from '../balances/account-balances';
import { AccountConsent } from './account-consent';
import { AccountHoldings } from '../holdings/account-holdings';
import { AccountSettings } from '../settings/account-settings';
import { AccountSummary } from './account-summary';
import { accountName } from '../account-words';
import { LatestTransactions } from './latest-transactions';
import { RecordBalance } from '../balances/record-balance';
import { Reconciliation } from '../balances/reconciliation';
import { UnreadRows } from './unread-rows';

const route = getRouteApi('/accounts/$accountId');

/** The screen of an account: its balance, transactions, sync and actions. */
export function AccountScreen() {
  const { accountId } = route.useParams();
  const account = $api.useQuery('get', '/finance/accounts/{accountId}', {
    params: {
      path: { accountId },
      query: { include: ['financial_connection', 'financial_connection.institution'] },
    },
  });
  return (
    <QueryState query={account} rows={8} page="Account" notFound={<Gone />}>
      {({ data }) => <Account key={accountId} account={data} />}
    </QueryState>
  );
}

function Gone() {
  return (
    <Nothing
      title="This account is not there any more"
      action={<ScreenButton to="/accounts">All accounts</ScreenButton>}
    >
      It was deleted, here or in another tab, or the address is wrong.
    </Nothing>
  );
}

function Account({ account }: { readonly account: FinancialAccount }) {
  const isManual = account.integrator === 'MANUAL';
  return (
    <Page title={visibleText(accountName(account))} actions={<AccountActions account={account} />}>
      <Stack gap="md">
        <AccountSummary account={account} />
        <UnreadRows account={account} />
        <AccountBalances account={account} />
        {isManual && <RecordBalance account={account} />}
        {account.account_category === 'INVESTMENT' && <AccountHoldings account={account} />}
        <LatestTransactions account={account} />
        {!isManual && (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Reconciliation account={account} />
            <AccountConsent account={account} />
          </SimpleGrid>
        )}
        <AccountSettings account={account} />
      </Stack>
    </Page>
  );
}
