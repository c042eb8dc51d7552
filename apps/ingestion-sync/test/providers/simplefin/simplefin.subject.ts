import { SimpleFin } from '../../../src/providers/simplefin/simplefin';
import { SimpleFinConfig } from '../../../src/providers/simplefin/config';
import { ConformanceSubject, truthOfLedger } from '../conformance/conformance-subject';

const INSTITUTION = 'BERKA_1';

export const SIMPLEFIN_TEST_CONFIG: SimpleFinConfig = {
  allowedNetworks: ['127.0.0.0/8'],
  dailyRequests: 1_000_000,
  // Each call is a separate request, so that each meets the fault that is set for it.
  shareAnswersMs: 0,
  connections: 4,
  timeoutMs: 5000,
};

/** SIMPLEFIN and the sandbox's server. */
export const SIMPLEFIN: ConformanceSubject = {
  provider: 'SIMPLEFIN',
  target: 'simplefin',
  baseUrl: ({ simpleFinUrl }) => simpleFinUrl,
  connect: (_baseUrl, timeoutMs) => new SimpleFin({ ...SIMPLEFIN_TEST_CONFIG, timeoutMs }),
  secrets: () => ['Basic ', '/claim/'],
  country: null,
  institution: 'SIMPLEFIN',
  // The server has the same bank behind it as PROVIDER_A.
  truth: truthOfLedger('provider-a', INSTITUTION),
  paths: { transactions: '/accounts\\?.*start-date', balances: '/accounts\\?.*balances-only' },
  refusals: {
    consentEnded: { kind: 'status', status: 403 },
    accountGone: { kind: 'replace_row', list: 'accounts', value: '{"id":"ACT-other"}' },
    windowRefused: null,
  },
  paging: null,
  tokens: {
    make: async (control) => {
      const made = await control('POST', '/simplefin/tokens', { institution: INSTITUTION });
      return (made as { setup_token: string }).setup_token;
    },
    revoke: (control) => control('POST', '/simplefin/revoke'),
    at: (access, baseUrl) => {
      const { username, password } = new URL(access.consent.secret ?? '');
      const url = new URL(baseUrl);
      url.username = username;
      url.password = password;
      return { ...access, consent: { ...access.consent, secret: url.href } };
    },
  },
  accountCurrency: 'CZK',
};
