import { LeaseLostError } from '@tributary/jobs';
import { addDays, utcDay } from '@tributary/money';
import { SimulatedAccount, SimulationOptions } from '../../../test/simulated-account';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = '2026-11-21T10:00:00Z';
const STARTED = Date.parse(START);

function simulate(change: Partial<SimulationOptions> = {}): SimulatedAccount {
  return new SimulatedAccount({ start: START, historyDays: 730, callsPerDay: 4, ...change });
}

/** Windows of older history: those that end before today. */
function older(account: SimulatedAccount): { day: string; from: string; to: string }[] {
  return account.requests.flatMap(({ at, window: { from, to } }) =>
    to === null ? [] : [{ day: utcDay(at), from, to }],
  );
}

describe('two years of history at four requests a day', () => {
  it('are complete on the fourth day: two older windows a day, one request for new ones, one reserve', async () => {
    const account = simulate();
    await account.runUntil(STARTED + 10 * DAY_MS);
    expect(older(account)).toEqual([
      { day: '2026-11-21', from: '2026-05-26', to: '2026-08-23' },
      { day: '2026-11-21', from: '2026-02-25', to: '2026-05-25' },
      { day: '2026-11-22', from: '2025-11-27', to: '2026-02-24' },
      { day: '2026-11-22', from: '2025-08-29', to: '2025-11-26' },
      { day: '2026-11-23', from: '2025-05-31', to: '2025-08-28' },
      { day: '2026-11-23', from: '2025-03-02', to: '2025-05-30' },
      { day: '2026-11-24', from: '2024-12-02', to: '2025-03-01' },
      // On the fourth day, two years reach back to here.
      { day: '2026-11-24', from: '2024-11-25', to: '2024-12-01' },
    ]);
    expect(utcDay(account.cursorNullAt ?? 0)).toBe('2026-11-24');
    expect(account.cursor).toBeNull();
  });

  it('cost no more than four requests on any day, however often the user requests a sync', async () => {
    for (const everyMs of [null, 7 * HOUR_MS, HOUR_MS, 5 * 60_000]) {
      for (const minutes of [15, 60, 360, 1440]) {
        const account = simulate({ config: { sync_frequency_in_minutes: minutes } });
        await account.runUntil(STARTED + 12 * DAY_MS, everyMs);
        expect(Math.max(...account.requestsPerDay().values())).toBeLessThanOrEqual(4);
        expect(account.cursor).toBeNull();
      }
    }
  });

  it('are read newest first, without a gap, in windows of at most 90 days', async () => {
    const account = simulate();
    await account.runUntil(STARTED + 10 * DAY_MS);
    let edge = addDays('2026-11-21', -89);
    for (const { from, to } of older(account)) {
      expect(to).toBe(addDays(edge, -1));
      expect(addDays(from, 89) >= to).toBe(true);
      edge = from;
    }
    expect(edge).toBe(addDays('2026-11-24', -729));
  });

  it('end when the first sync forecast it', async () => {
    const account = simulate();
    await account.runUntil(STARTED + 10 * DAY_MS);
    expect(account.forecasts).not.toEqual([]);
    for (const { end } of account.forecasts) {
      expect(Math.abs(end - (account.cursorNullAt ?? 0))).toBeLessThan(60_000);
    }
  });

  it('leave a request of each day to new transactions, and use all for them at the end', async () => {
    const account = simulate();
    await account.runUntil(STARTED + 10 * DAY_MS);
    const recent = account.requests.filter(({ window }) => window.to === null);
    for (let day = '2026-11-21'; day < '2026-12-01'; day = addDays(day, 1)) {
      expect(recent.some(({ at }) => utcDay(at) === day)).toBe(true);
    }
    expect(account.requestsPerDay().get('2026-11-28')).toBe(4);
  });

  it('also end if an institution grants one request a day, or reports its allowance itself', async () => {
    const one = simulate({ callsPerDay: 1, config: { sync_frequency_in_minutes: 360 } });
    await one.runUntil(STARTED + 40 * DAY_MS);
    expect(Math.max(...one.requestsPerDay().values())).toBe(1);
    const published = simulate({ reportsAllowance: true });
    await published.runUntil(STARTED + 10 * DAY_MS);
    expect(utcDay(published.cursorNullAt ?? 0)).toBe('2026-11-24');
    expect(Math.max(...published.requestsPerDay().values())).toBeLessThanOrEqual(4);
  });

  it('are there in two weeks at one request a day: every second day’s is for older history, and the forecast says so', async () => {
    for (const reportsAllowance of [false, true]) {
      const account = simulate({ callsPerDay: 1, reportsAllowance });
      await account.runUntil(STARTED + 40 * DAY_MS);
      const days = account.requests.slice(0, 14).map(({ at, window }) => [utcDay(at), window.to === null]);
      expect(days).toEqual(
        Array.from({ length: 14 }, (_, day) => [addDays('2026-11-21', day), day % 2 === 0]),
      );
      expect(utcDay(account.cursorNullAt ?? 0)).toBe('2026-12-04');
      for (const { end } of account.forecasts) {
        expect(Math.abs(end - (account.cursorNullAt ?? 0))).toBeLessThan(60_000);
      }
      expect(account.forecasts.length).toBeGreaterThan(0);
      // Once it is there, each day's request is for what is new.
      expect(account.requests.slice(14).every(({ window }) => window.to === null)).toBe(true);
      expect(Math.max(...account.requestsPerDay().values())).toBe(1);
    }
  });

  it('come to an end at one request a day also where the user asks for syncs all the time', async () => {
    const account = simulate({ callsPerDay: 1, config: { sync_frequency_in_minutes: 15 } });
    await account.runUntil(STARTED + 40 * DAY_MS, 5 * HOUR_MS);
    expect(account.cursor).toBeNull();
    expect(Math.max(...account.requestsPerDay().values())).toBe(1);
  });

  it('continue while the account is not scheduled, and then stop', async () => {
    const account = simulate({ config: { sync_auto: false } });
    await account.runUntil(STARTED + 10 * DAY_MS);
    expect(account.cursor).toBeNull();
    expect(account.nextSyncAt).toBeNull();
    expect(utcDay(account.requests.at(-1)?.at ?? 0)).toBe('2026-11-24');
  });
});

it('a process that slept past its lease makes no further request when it wakes', async () => {
  const account = simulate({ reportsAllowance: true, takenOverIn: 2 });
  await expect(account.runUntil(STARTED)).rejects.toThrow(LeaseLostError);
  expect(account.requests).toHaveLength(2);
});
