import { afterAttempt, hasGivenUp, healthDocument, restMs, SendingHealth, UNTRIED } from './endpoint-health';

const at = (day: number, hour = 0): string => new Date(Date.UTC(2026, 2, day, hour)).toISOString();
const failing = (...times: string[]): SendingHealth =>
  times.reduce((health, time) => afterAttempt(health, time, 'HTTP_500'), UNTRIED);

describe('endpoint health', () => {
  test('goes from unknown over healthy to degraded and back', () => {
    expect(healthDocument(UNTRIED).status).toBe('UNKNOWN');
    expect(healthDocument(afterAttempt(UNTRIED, at(1), null)).status).toBe('HEALTHY');
    expect(healthDocument(failing(at(1), at(2)))).toEqual({
      status: 'DEGRADED',
      integrator_message: null,
      failure_count: 0,
      transient_message: 'HTTP_500',
      transient_failure_count: 2,
      last_attempt_at: at(2),
    });
    expect(healthDocument(afterAttempt(failing(at(1)), at(2), null)).status).toBe('HEALTHY');
  });

  test('five days of failures, and not an hour less, disable the endpoint', () => {
    expect(hasGivenUp(failing(at(1), at(5, 23)))).toBe(false);
    expect(hasGivenUp(failing(at(1), at(6)))).toBe(true);
  });

  test('one success in between resets the count', () => {
    const recovered = afterAttempt(failing(at(1), at(4)), at(5), null);
    expect(hasGivenUp(afterAttempt(recovered, at(7), 'TIMEOUT'))).toBe(false);
  });

  test('a disabled endpoint says why', () => {
    expect(healthDocument(failing(at(1)), 'GONE')).toMatchObject({
      status: 'FAILING',
      integrator_message: 'The endpoint answered 410 Gone and was disabled.',
      failure_count: 1,
    });
  });

  test('rests a tenth of the time for which it has failed, within bounds, from the 16th failure on', () => {
    const times = (count: number, last: string): string[] => [
      ...Array.from({ length: count - 1 }, () => at(1)),
      last,
    ];
    const minutes = (count: number): string => new Date(Date.parse(at(1)) + count * 60_000).toISOString();
    expect(restMs(failing(...times(15, minutes(5))))).toBeNull();
    expect(restMs(failing(...times(16, at(1))))).toBe(1000);
    expect(restMs(failing(...times(16, minutes(5))))).toBe(30_000);
    expect(restMs(failing(...times(16, at(2))))).toBe(60_000);
    expect(restMs(afterAttempt(failing(...times(16, at(2))), at(3), null))).toBeNull();
  });
});
