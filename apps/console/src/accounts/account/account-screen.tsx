import { SimpleGrid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError, type FinancialAccount } from '@tributary/client';
import { $api } from '../../api/api';
import { visibleText } from '../../elements/bank-text';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
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

/** One account: what it holds, how it is synced, and what can be done with it. */
export function AccountScreen() {
  const { accountId } = route.useParams();
  const account = $api.useQuery('get', '/finance/accounts/{accountId}', {
    params: {
      path: { accountId },
      query: { include: ['financial_connection', 'financial_connection.institution'] },
    },
  });
  if (account.isPending) {
    return (
      <Page title="Account">
        <Loading rows={8} />
      </Page>
    );
  }
  // An account that is deleted while its page is open is read again, and is not there any more.
  if (account.error instanceof ApiError && account.error.status === 404) return <Gone />;
  if (account.isError) {
    return (
      <Page title="Account">
        <Problem error={account.error} retry={account.refetch} />
      </Page>
    );
  }
  return <Account key={accountId} account={account.data.data} />;
}

function Gone() {
  return (
    <Page title="Account">
      <Nothing
        title="This account is not there any more"
        action={<ScreenButton to="/accounts">All accounts</ScreenButton>}
      >
        It was deleted, here or in another tab, or the address is wrong.
      </Nothing>
    </Page>
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
