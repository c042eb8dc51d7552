import { changedSettings, ConnectionSettings, letsMoreThrough } from './connection-settings';

const settings: ConnectionSettings = { name: 'Mine', enabled: true, sync_balances: true, paused: null };

it('what is not sent keeps its value', () => {
  expect(changedSettings(settings, {})).toEqual(settings);
  expect(changedSettings(settings, { name: 'Ours' })).toEqual({ ...settings, name: 'Ours' });
  expect(changedSettings(settings, { enabled: false, syncBalances: false })).toEqual({
    ...settings,
    enabled: false,
    sync_balances: false,
  });
});

it('one that is disabled while it is paused stays disabled when its owner keeps it', () => {
  const paused = { reason: 'GRANT_ENDED', since: '2026-03-02T10:00:00.000Z', by: null, wasOn: true } as const;
  const before = { ...settings, enabled: false, paused };
  expect(changedSettings(before, { enabled: false }).paused).toEqual({ ...paused, wasOn: false });
  expect(changedSettings(before, { name: 'Ours' }).paused).toEqual(paused);
});

it.each<[Partial<ConnectionSettings>, Partial<ConnectionSettings>, boolean]>([
  [{}, {}, false],
  [{}, { name: 'Ours' }, false],
  [{}, { enabled: false }, false],
  [{ enabled: false }, {}, true],
  [{ sync_balances: false }, {}, true],
  [{}, { sync_balances: false }, false],
])('from %j to %j: lets more through: %p', (before, after, more) =>
  expect(letsMoreThrough({ ...settings, ...before }, { ...settings, ...after })).toBe(more),
);
