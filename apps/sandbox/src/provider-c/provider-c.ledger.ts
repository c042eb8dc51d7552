import Big from 'big.js';
import type { BrokerageAccount } from '../brokerage/brokerage-account';
import { accountIdOf } from './connections';
import { COUNTED_RESOURCES, type ProviderCState } from './provider-c.state';
import { totalValue } from './wire';

/** The brokers' records and the numbers of requests, with which a pipeline is compared. */
export function providerCLedger(state: ProviderCState): object[] {
  return state.house.all().map((account) => accountLedger(state, account));
}

function accountLedger(state: ProviderCState, account: BrokerageAccount): object {
  const { key } = account.profile;
  const shownBy = state.connections.all().filter(({ slug }) => key.startsWith(`${slug}/`));
  return {
    key,
    name: account.profile.name,
    category: account.profile.category,
    ids: shownBy.map((connection) => accountIdOf(connection, key)),
    activity_count: account.activities.length,
    activity_ids: account.activities.map(({ id }) => id),
    signed_sum: signedSum(account),
    cash: Object.fromEntries(account.cash()),
    total_value: totalValue(account, state.house.firstDay),
    positions: account.positions().map(({ instrument, option, units }) => ({
      symbol: option?.ticker ?? instrument?.symbol,
      units,
    })),
    requests: Object.fromEntries(
      COUNTED_RESOURCES.map((resource) => [resource, state.requestCount(key, resource)]),
    ),
  };
}

/** Of all that moved in a currency, taken at par. */
function signedSum(account: BrokerageAccount): string {
  return account.activities
    .reduce((sum, { amount, currency }) => sum.plus(currency === null ? 0 : (amount ?? 0)), new Big(0))
    .toFixed(2);
}

export function providerCSummary(state: ProviderCState): object {
  const accounts = state.house.all();
  return {
    accounts: accounts.length,
    activities: accounts.reduce((sum, account) => sum + account.activities.length, 0),
    connections: state.connections.all().length,
    requests_in_retry_after: state.retryWindows.earlyRequests(''),
  };
}
