import { accountCondition, connectionCondition, historyText, nextSyncText } from './account-words';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const health = {
  status: 'HEALTHY',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
} as const;
const account = {
  enabled: 'true',
  integrator: 'PROVIDER_A',
  health,
  transactions_backfill_cursor: null,
  transactions_last_synced_at: '',
} as const;
const connection = {
  status: 'ACTIVE',
  status_message: null,
  paused: null,
  health,
  consent_expires_at: null,
  setup_renewal: 'false',
} as const;

describe('the words for an account', () => {
  it('say what its bank said when syncs fail', () => {
    const failing = { ...health, status: 'FAILING', integrator_message: 'Access denied' } as const;
    expect(accountCondition({ ...account, health: failing })).toEqual({
      kind: 'bad',
      label: 'Syncs fail',
      detail: 'Access denied',
    });
  });

  it('say that its history is still being read', () => {
    const loading = { ...account, transactions_backfill_cursor: '2025-12-03' };
    expect(accountCondition(loading).label).toBe('Reading its history');
    const sync = { next_allowed_at: null, backfill_completes_at: '2026-11-24T00:00:00.000Z' };
    expect(historyText({ ...loading, sync }, 'en-GB', 'UTC')).toBe(
      'Read back to 3 Dec 2025, complete by 24 Nov 2026, 00:00',
    );
    expect(historyText(account)).toBe('Complete');
  });

  it.each([
    ['2026-11-23T15:00:00.000Z', 'in 3 hours'],
    ['2026-11-23T11:00:00.000Z', 'Now'],
    [null, 'When you ask for it'],
  ])('say when it is synced next: %s is %s', (next_sync_at, words) => {
    const sync = { next_sync_at, next_allowed_at: null, backfill_completes_at: null };
    expect(nextSyncText({ ...account, sync }, NOW, 'en-GB')).toBe(words);
  });

  it('say that what is kept by hand or switched off is not synced', () => {
    expect(accountCondition({ ...account, integrator: 'MANUAL' }).label).toBe('Kept by hand');
    expect(nextSyncText({ ...account, enabled: 'false' }, NOW)).toBe('Not while its sync is off');
  });
});

describe('the words for a connection', () => {
  it.each([
    ['ACTIVE', 'good', 'Connected'],
    ['EXPIRING', 'warning', 'Consent ends soon'],
    ['EXPIRED', 'bad', 'Consent has ended'],
    ['DISABLED', 'paused', 'Disconnected'],
  ] as const)('%s is %s: %s', (status, kind, label) => {
    expect(connectionCondition({ ...connection, status })).toMatchObject({ kind, label });
  });
});
