import { needsOf as needsIn } from './needs';

const needsOf = (sources: Parameters<typeof needsIn>[0]) => needsIn(sources, 'en-GB');

const NOTHING = {
  connections: [],
  destinations: [],
  links: [],
  endpoints: [],
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
      { label: '2 settlements to review', mending: { to: '/reviews' } },
    ]);
  });
});
