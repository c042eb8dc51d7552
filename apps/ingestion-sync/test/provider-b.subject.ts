import { ConformanceSubject, truthOfLedger } from './providers/conformance/conformance-subject';
import { ProviderB } from '../src/providers/provider-b/provider-b';

/** PROVIDER_B and the sandbox's part with its wire format. */
export const PROVIDER_B: ConformanceSubject = {
  provider: 'PROVIDER_B',
  target: 'provider-b',
  baseUrl: ({ providerBUrl }) => providerBUrl,
  connect: (baseUrl, timeoutMs, { credentials }) =>
    new ProviderB({ baseUrl, timeoutMs, connections: 4, dailyCalls: 4, ...credentials.providerB }),
  // Every token of the application begins like its header.
  secrets: ({ credentials }) => [credentials.providerB.privateKey.slice(60, 120), 'eyJ'],
  country: 'CZ',
  institution: 'CZ:BERKA_1',
  truth: truthOfLedger('provider-b', 'BERKA_1'),
  paths: { transactions: '/transactions', balances: '/balances' },
  refusals: {
    consentEnded: { kind: 'status', status: 401, error: 'EXPIRED_SESSION' },
    accountGone: { kind: 'status', status: 403, error: 'ASPSP_ACCOUNT_NOT_ACCESSIBLE' },
    windowRefused: { kind: 'status', status: 422, error: 'WRONG_TRANSACTIONS_PERIOD' },
  },
  paging: {
    usual: {},
    pagesOf: (rows) => ({ rows_per_page: rows }),
    sameKeyForEver: { rows_per_page: 2, same_key_for_ever: true },
    emptyPages: { rows_per_page: 3, empty_pages: true },
  },
};
