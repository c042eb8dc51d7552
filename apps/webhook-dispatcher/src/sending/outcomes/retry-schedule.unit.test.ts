import { sampleDelivery } from '../../../test/samples';
import { Delivery, PostResult } from '../delivery';
import { judge } from './consequences';
import { readRetryAfter, RETRY_AFTER_MS_MAX, retryDelayMs } from './retry-schedule';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW_MS = Date.parse('2026-03-02T06:10:00.000Z');

describe('retryDelayMs', () => {
  test('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h and 20 h, then no more', () => {
    const waits = Array.from({ length: 9 }, (_, failed) => retryDelayMs(failed + 1, null, 0.5));
    expect(waits).toEqual([
      5000,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      14 * HOUR_MS,
      20 * HOUR_MS,
      null,
    ]);
  });

  test('varies by a tenth either way', () => {
    expect(retryDelayMs(1, null, 0)).toBe(4500);
    expect(retryDelayMs(1, null, 1)).toBe(5500);
  });

  test('is never earlier than the endpoint requested', () => {
    expect(retryDelayMs(1, 60_000, 0)).toBe(60_000);
    expect(retryDelayMs(2, 60_000, 0.5)).toBe(5 * MINUTE_MS);
  });
});

describe('readRetryAfter', () => {
  test.each([
    ['30', 30_000],
    ['Mon, 02 Mar 2026 06:11:00 GMT', 60_000],
    ['Mon, 02 Mar 2026 06:09:00 GMT', null],
    ['0', null],
    ['soon', null],
    ['-5', null],
    ['999999999', RETRY_AFTER_MS_MAX],
    ['999999999999', RETRY_AFTER_MS_MAX],
    [null, null],
  ])('%s is %s ms', (header, ms) => expect(readRetryAfter(header, NOW_MS)).toBe(ms));
});

describe('judge', () => {
  const responded = (status: number, retryAfter: string | null = null): PostResult => ({
    kind: 'responded',
    status,
    retryAfter,
  });
  const judged = (result: PostResult, attempts = 0) =>
    judge(delivery(attempts), { result, startedAtMs: NOW_MS, endedAtMs: NOW_MS + 12 }, 0.5);

  test.each([200, 201, 204, 299])('%i is success', (status) => {
    expect(judged(responded(status))).toMatchObject({ error: null, verdict: { status: 'DELIVERED' } });
  });

  test.each([301, 302, 307, 308, 400, 401, 404, 500, 503])('%i is retried', (status) => {
    expect(judged(responded(status))).toMatchObject({
      error: `HTTP_${status}`,
      gone: false,
      verdict: { status: 'PENDING', retryInMs: 5000 },
    });
  });

  test('410 ends the delivery and says that the endpoint no longer exists', () => {
    expect(judged(responded(410))).toMatchObject({ gone: true, verdict: { status: 'FAILED' } });
  });

  test('a missing answer is retried, under its kind', () => {
    expect(judged({ kind: 'failed', failure: 'TIMEOUT' }, 1)).toMatchObject({
      error: 'TIMEOUT',
      statusCode: null,
      verdict: { status: 'PENDING', retryInMs: 5 * MINUTE_MS },
    });
  });

  test('Retry-After holds the delivery and pauses the endpoint', () => {
    expect(judged(responded(429, '120'))).toMatchObject({
      pauseMs: 120_000,
      verdict: { status: 'PENDING', retryInMs: 120_000 },
    });
  });

  test('attempts before a manual redelivery do not count', () => {
    const result = responded(500);
    const again = sampleDelivery({ attempts: 9, earlierAttempts: 9 });
    expect(judge(again, { result, startedAtMs: NOW_MS, endedAtMs: NOW_MS }, 0.5).verdict).toEqual({
      status: 'PENDING',
      retryInMs: 5000,
    });
  });

  test('the ninth failure is the last', () => {
    expect(judged(responded(500), 8).verdict).toEqual({ status: 'FAILED' });
  });
});

function delivery(attempts: number): Delivery {
  return sampleDelivery({ attempts });
}
