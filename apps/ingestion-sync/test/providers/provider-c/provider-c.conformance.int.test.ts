import { FERRY_LANE } from '@tributary/sandbox';
import { describeConformance } from '../provider.conformance';
import { ProviderC } from '../../../src/providers/provider-c/provider-c';

interface Ledger {
  readonly accounts: readonly {
    readonly key: string;
    readonly activity_count: number;
    readonly signed_sum: string;
    readonly cash: Readonly<Record<string, string>>;
  }[];
}

describeConformance({
  provider: 'PROVIDER_C',
  target: 'provider-c',
  baseUrl: ({ providerCUrl }) => providerCUrl,
  connect: (baseUrl, timeoutMs, { credentials }) => {
    const { clientId, consumerKey, kind } = credentials.providerC;
    return new ProviderC({ baseUrl, timeoutMs, connections: 4, clientId, consumerKey, keyKind: kind });
  },
  secrets: ({ credentials }) => [credentials.providerC.consumerKey],
  country: null,
  institution: FERRY_LANE,
  truth: async (control) => {
    const { accounts } = (await control('GET', '/ledger/provider-c')) as Ledger;
    const account = accounts.find(({ key }) => key.startsWith(`${FERRY_LANE}/`));
    if (!account) throw new Error('the sandbox has no such account');
    return {
      transactions: account.activity_count,
      sum: account.signed_sum,
      balance: account.cash.CAD ?? '',
    };
  },
  paths: { transactions: '/activities', balances: '/balances' },
  refusals: {
    consentEnded: { kind: 'status', status: 402 },
    accountGone: { kind: 'status', status: 404 },
    windowRefused: null,
  },
  paging: null,
});
