import { CONNECTION_STATUSES, ConnectionStatus, Problem } from '@tributary/contracts';
import { ConnectionMove, consentStatus, decideMove, findMove } from './connection-state';

/** The whole table of statuses; all other transitions are conflicts. */
const TABLE: [ConnectionStatus, ConnectionMove, ConnectionStatus, string | null][] = [
  ['PENDING', { kind: 'consent_given' }, 'ACTIVE', 'connection.activated'],
  ['ACTIVE', { kind: 'consent_given' }, 'ACTIVE', 'connection.reauthorized'],
  ['EXPIRING', { kind: 'consent_given' }, 'ACTIVE', 'connection.reauthorized'],
  ['EXPIRED', { kind: 'consent_given' }, 'ACTIVE', 'connection.reauthorized'],
  ['FAILING', { kind: 'consent_given' }, 'ACTIVE', 'connection.reauthorized'],
  ['ACTIVE', { kind: 'consent_near_end' }, 'EXPIRING', 'connection.expiring'],
  ['ACTIVE', { kind: 'consent_ended' }, 'EXPIRED', 'connection.expired'],
  ['EXPIRING', { kind: 'consent_ended' }, 'EXPIRED', 'connection.expired'],
  ['FAILING', { kind: 'consent_ended' }, 'EXPIRED', 'connection.expired'],
  ['ACTIVE', { kind: 'syncs_failed' }, 'FAILING', 'connection.failing'],
  ['EXPIRING', { kind: 'syncs_failed' }, 'FAILING', 'connection.failing'],
  ['FAILING', { kind: 'sync_succeeded', consent: 'VALID' }, 'ACTIVE', 'connection.recovered'],
  ['FAILING', { kind: 'sync_succeeded', consent: 'NEAR_END' }, 'EXPIRING', 'connection.recovered'],
  ['ACTIVE', { kind: 'disabled' }, 'DISABLED', 'connection.disabled'],
  ['EXPIRING', { kind: 'disabled' }, 'DISABLED', 'connection.disabled'],
  ['EXPIRED', { kind: 'disabled' }, 'DISABLED', 'connection.disabled'],
  ['FAILING', { kind: 'disabled' }, 'DISABLED', 'connection.disabled'],
  ['DISABLED', { kind: 'enabled', consent: 'VALID' }, 'ACTIVE', null],
  ['DISABLED', { kind: 'enabled', consent: 'NEAR_END' }, 'EXPIRING', null],
  ['DISABLED', { kind: 'enabled', consent: 'ENDED' }, 'EXPIRED', null],
];

const MOVES: ConnectionMove[] = [
  { kind: 'consent_given' },
  { kind: 'consent_near_end' },
  { kind: 'consent_ended' },
  { kind: 'syncs_failed' },
  { kind: 'sync_succeeded', consent: 'VALID' },
  { kind: 'sync_succeeded', consent: 'NEAR_END' },
  { kind: 'sync_succeeded', consent: 'ENDED' },
  { kind: 'disabled' },
  { kind: 'enabled', consent: 'VALID' },
  { kind: 'enabled', consent: 'NEAR_END' },
  { kind: 'enabled', consent: 'ENDED' },
];

describe('a connection', () => {
  it.each(TABLE)('that is %s, with %j, becomes %s and publishes %s', (from, move, status, event) => {
    expect(decideMove(from, move)).toEqual({ status, event });
  });

  it('makes no other transition', () => {
    const others = CONNECTION_STATUSES.flatMap((from) => MOVES.map((move) => [from, move] as const)).filter(
      ([from, move]) => !TABLE.some(([f, m]) => f === from && JSON.stringify(m) === JSON.stringify(move)),
    );
    expect(others).toHaveLength(CONNECTION_STATUSES.length * MOVES.length - TABLE.length);
    for (const [from, move] of others) {
      expect(findMove(from, move)).toBeNull();
      expect(() => decideMove(from, move)).toThrow(Problem);
    }
  });
});

it.each([
  [8 * 86_400_000, 'VALID'],
  [7 * 86_400_000, 'NEAR_END'],
  [0, 'ENDED'],
])('a consent with %d ms left is %s', (leftMs, status) => {
  expect(consentStatus(new Date(leftMs), 0)).toBe(status);
});
