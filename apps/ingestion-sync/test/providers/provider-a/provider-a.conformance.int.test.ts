import { truthOfLedger } from '../conformance/conformance-subject';
import { describeConformance } from '../provider.conformance';
import { ProviderA } from '../../../src/providers/provider-a/provider-a';

const INSTITUTION = 'BERKA_1';

describeConformance({
  provider: 'PROVIDER_A',
  target: 'provider-a',
  baseUrl: ({ providerAUrl }) => providerAUrl,
  connect: (baseUrl, timeoutMs, { credentials }) =>
    new ProviderA({ baseUrl, timeoutMs, connections: 4, ...credentials.providerA }),
  secrets: ({ credentials }) => [credentials.providerA.secretKey, 'sandbox.access.'],
  country: 'CZ',
  institution: INSTITUTION,
  truth: truthOfLedger('provider-a', INSTITUTION),
  paths: { transactions: '/transactions/', balances: '/balances/' },
  refusals: {
    consentEnded: { kind: 'status', status: 401, error: 'AccessExpiredError' },
    accountGone: { kind: 'status', status: 404 },
    windowRefused: { kind: 'status', status: 400, error: 'date_from' },
  },
  paging: null,
});
