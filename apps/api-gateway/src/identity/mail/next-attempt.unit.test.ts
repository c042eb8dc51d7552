import { nextAttempt } from './mails';

const HOUR_MS = 3_600_000;

it('the pauses double, to an hour', () => {
  const pauses = [1, 2, 3, 8, 100].map((failures) => nextAttempt({ failures, ageMs: 0, validMs: null }));
  expect(pauses).toEqual([30_000, 60_000, 120_000, HOUR_MS, HOUR_MS]);
});

it('a link that would come too late is not sent again', () => {
  expect(nextAttempt({ failures: 1, ageMs: HOUR_MS - 30_001, validMs: HOUR_MS })).toBe(30_000);
  expect(nextAttempt({ failures: 1, ageMs: HOUR_MS - 30_000, validMs: HOUR_MS })).toBeNull();
});

it('a notice is given up after three days', () => {
  expect(nextAttempt({ failures: 50, ageMs: 70 * HOUR_MS, validMs: null })).toBe(HOUR_MS);
  expect(nextAttempt({ failures: 50, ageMs: 71 * HOUR_MS, validMs: null })).toBeNull();
});
