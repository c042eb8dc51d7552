import fc from 'fast-check';
import { isTimeToSend, lingerMs, Pace } from './pacing';
import { backoffMs } from '../retry';

const window = { requests: 200, windowMs: 3_600_000 };
const pace: Pace = { rowsMax: 1000, lingerMs: 1000, windows: [window] };
const load = { dueCount: 1, oldestDueMs: 0, requestsMade: [0] };

describe('when to send', () => {
  it('a full request is sent immediately, a smaller one when its rows have waited', () => {
    expect(isTimeToSend({ ...load, dueCount: 1000 }, pace)).toBe(true);
    expect(isTimeToSend({ ...load, oldestDueMs: 999 }, pace)).toBe(false);
    expect(isTimeToSend({ ...load, oldestDueMs: 1000 }, pace)).toBe(true);
  });

  it('no request is sent when the hour’s requests are used up', () => {
    const spent = { dueCount: 1000, oldestDueMs: 1e9, requestsMade: [200] };
    expect(isTimeToSend(spent, pace)).toBe(false);
    expect(isTimeToSend({ ...spent, requestsMade: [199] }, pace)).toBe(true);
  });
});

it('each of several windows must have requests left; without limits rows are sent immediately', () => {
  const notion: Pace = { rowsMax: 100, lingerMs: 0, windows: [{ requests: 3, windowMs: 1000 }, window] };
  expect(isTimeToSend({ ...load, dueCount: 100, requestsMade: [2, 10] }, notion)).toBe(true);
  expect(isTimeToSend({ ...load, dueCount: 100, requestsMade: [3, 10] }, notion)).toBe(false);
  expect(isTimeToSend({ ...load, dueCount: 100, requestsMade: [0, 200] }, notion)).toBe(false);
  expect(isTimeToSend({ ...load, requestsMade: [] }, { ...notion, windows: [] })).toBe(true);
});

describe('how long rows wait for each other', () => {
  it('the configured time while half of the requests are left, 36 s with none of 200', () => {
    expect(lingerMs(100, window, 1000)).toBe(1000);
    expect(lingerMs(0, window, 1000)).toBe(36_000);
  });

  it('never shrinks as the allowance does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199 }), (left) => {
        expect(lingerMs(left, window, 1000)).toBeGreaterThanOrEqual(lingerMs(left + 1, window, 1000));
      }),
    );
  });

  it('a trickle of single rows, sent as early as possible, never uses the hour up', () => {
    const sentAt: number[] = [];
    for (let now = 0, waitingSince = 0; now < 4 * 3_600_000; now += 500) {
      const made = sentAt.filter((at) => at > now - 3_600_000).length;
      if (!isTimeToSend({ dueCount: 1, oldestDueMs: now - waitingSince, requestsMade: [made] }, pace))
        continue;
      sentAt.push(now);
      waitingSince = now;
      expect(made).toBeLessThan(200);
    }
    expect(sentAt.length).toBeGreaterThan(400);
  });
});

it('retries wait three times as long each time, at most an hour, spread by a fifth', () => {
  const policy = { attemptsMax: 8, backoffMs: 5000 };
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, policy, 0.5))).toEqual([5000, 15_000, 45_000]);
  expect(backoffMs(8, policy, 0.5)).toBe(3_600_000);
  expect([backoffMs(1, policy, 0), backoffMs(1, policy, 1)]).toEqual([4000, 6000]);
});
