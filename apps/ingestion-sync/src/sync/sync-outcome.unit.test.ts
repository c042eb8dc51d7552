import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { afterCall, unusedAllowance } from '../providers/metering/allowances';
import { schedule, ScheduleInput, worse } from './sync-outcome';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const HOUR_MS = 3_600_000;

function input(change: Partial<ScheduleInput> = {}): ScheduleInput {
  return {
    outcome: { kind: 'succeeded' },
    config: DEFAULT_ACCOUNT_CONFIG,
    transactions: unusedAllowance('transactions', 4),
    historyComplete: true,
    recentDone: true,
    failuresInRow: 0,
    syncRetryMs: 60_000,
    now: NOW,
    ...change,
  };
}

const onRequest = { ...DEFAULT_ACCOUNT_CONFIG, sync_auto: false };
const usedUp = afterCall(
  unusedAllowance('transactions', 4),
  { limit: 4, remaining: 0, resetMs: 9 * HOUR_MS },
  NOW,
);
const oneLeft = afterCall(
  unusedAllowance('transactions', 4),
  { limit: 4, remaining: 1, resetMs: 2 * HOUR_MS },
  NOW,
);

describe('the next sync', () => {
  it('runs after the configured period', () => {
    expect(schedule(input())).toEqual({ nextSyncInMs: 6 * HOUR_MS, nextAllowedInMs: null });
  });

  it('never runs before the allowance permits it', () => {
    expect(schedule(input({ transactions: usedUp }))).toEqual({
      nextSyncInMs: 9 * HOUR_MS,
      nextAllowedInMs: 9 * HOUR_MS,
    });
  });

  it('runs sooner if older history can continue sooner', () => {
    expect(schedule(input({ transactions: oneLeft, historyComplete: false })).nextSyncInMs).toBe(2 * HOUR_MS);
  });

  it('of an account that is synced on request does not run by itself', () => {
    expect(schedule(input({ config: onRequest })).nextSyncInMs).toBeNull();
  });

  it('of a request that waited for the allowance runs once it can', () => {
    const outcome = { kind: 'postponed', message: '' } as const;
    const held = input({ config: onRequest, outcome, recentDone: false, transactions: usedUp });
    expect(schedule(held).nextSyncInMs).toBe(9 * HOUR_MS);
  });

  it.each([
    [1, 60_000],
    [3, 240_000],
    [40, 6 * HOUR_MS],
  ])('after %d failures in a row runs after %d ms', (failuresInRow, ms) => {
    const outcome = { kind: 'failed', message: '' } as const;
    expect(schedule(input({ outcome, failuresInRow })).nextSyncInMs).toBe(ms);
  });
});

it('reports its worst resource', () => {
  const failed = { kind: 'failed', message: 'x' } as const;
  expect(worse({ kind: 'succeeded' }, failed)).toBe(failed);
  expect(worse(failed, { kind: 'postponed', message: 'y' })).toBe(failed);
});
