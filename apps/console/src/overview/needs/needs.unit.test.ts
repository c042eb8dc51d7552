import { needsOf as needsIn } from './needs';

type Sources = Parameters<typeof needsIn>[0];
const needsOf = (sources: Parameters<typeof needsIn>[0]) => needsIn(sources, 'en-GB');

const NOTHING = {
  connections: [],
  destinations: [],
  links: [],
  endpoints: [],
  imports: [],
  openReviews: 0,
  failedTransfers: 0,
};
const health = {
  status: 'HEALTHY',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
} as const;
const connection = {
  id: '3',
  name: 'Nordbank',
  status: 'ACTIVE',
  status_message: null,
  consent_expires_at: null,
  health,
  paused: null,
} as const;

describe('what needs the user', () => {
  it('is nothing where everything works', () => {
    expect(needsOf({ ...NOTHING, connections: [connection, { ...connection, status: 'DISABLED' }] })).toEqual(
      [],
    );
  });

  it('is a consent that ended or ends, each with its renewal', () => {
    const connections = [
      { ...connection, status: 'EXPIRING', consent_expires_at: '2026-12-01T00:00:00.000Z' },
      { ...connection, id: '4', status: 'EXPIRED' },
    ] as const;
    expect(needsOf({ ...NOTHING, connections })).toMatchObject([
      { severity: 'bad', label: 'Consent has ended', mending: { kind: 'consent', connectionId: '4' } },
      {
        severity: 'warning',
        label: expect.stringContaining('Consent ends on') as string,
        subject: 'Nordbank',
      },
    ]);
  });

  it('is a link whose amounts are in another currency, in its own words', () => {
    const link = {
      id: '9',
      active: 'true',
      paused: null,
      balance: null,
      health: { ...health, status: 'DEGRADED', integrator_message: '2 transactions wait' },
    } as const;
    expect(needsOf({ ...NOTHING, links: [link, { ...link, id: '10', health }] })).toMatchObject([
      { severity: 'warning', detail: '2 transactions wait', mending: { to: '/links/9' } },
    ]);
  });

  it('is a file that waits for an answer, and no preview that is complete', () => {
    const account = { entries: '2', financial_account_id: '17', new_account: null };
    const known = {
      id: '5',
      file_name: 'march.csv',
      error: null,
      certainty: 'BY_NAMES',
      questions: [],
      accounts: [account],
    } satisfies Sources['imports'][number];
    const text = 'Which way did the money go?';
    const imports: Sources['imports'] = [
      known,
      { ...known, id: '6', certainty: 'GUESS', questions: [{ columns: [1], text }] },
      { ...known, id: '7', accounts: [account, { ...account, financial_account_id: null }] },
      { ...known, id: '8', accounts: [{ ...account, entries: '0', financial_account_id: null }] },
      { ...known, id: '9', error: 'A quote is not closed.' },
    ];
    expect(needsOf({ ...NOTHING, imports })).toMatchObject([
      { key: 'import 6', subject: 'march.csv', detail: text, mending: { to: '/imports/6' } },
      { key: 'import 7', detail: 'Which account is the file of?' },
      { key: 'import 9', detail: 'A quote is not closed.' },
    ]);
  });

  it('is an endpoint that was switched off because it failed, and none that its user switched off', () => {
    const endpoint = { id: '1', url: 'https://example.org', enabled: false, health, paused: null };
    const failed = { ...endpoint, id: '2', health: { ...health, status: 'FAILING' } } as const;
    expect(needsOf({ ...NOTHING, endpoints: [endpoint, failed] })).toMatchObject([
      { key: 'endpoint 2', mending: { to: '/webhooks/2' } },
    ]);
  });

  it('counts reviews and failed transfers', () => {
    expect(needsOf({ ...NOTHING, openReviews: 2, failedTransfers: 1 })).toMatchObject([
      { label: 'One transfer failed', mending: { to: '/transfers?status=FAILED' } },
      { label: '2 payments may be there twice', mending: { to: '/reviews' } },
    ]);
  });
});
