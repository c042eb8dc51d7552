import { retryAfterMs } from '@tributary/outbound';
import { isTokenRefused, toProviderError } from './errors';
import { accountAllowance, waitOf } from './rate-limits';

function refused(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
  return { call: 'GET transactions', status, body, headers };
}

describe('a refusal of PROVIDER_A', () => {
  it.each([
    [400, { date_from: { summary: 'x', detail: 'y' }, status_code: 400 }, { kind: 'window_refused' }],
    [400, { redirect: { summary: 'x' } }, { kind: 'request_refused', fields: ['redirect'] }],
    [401, { summary: 'EUA has expired', type: 'AccessExpiredError' }, { kind: 'consent_ended' }],
    [401, { detail: 'Token is invalid or expired' }, { kind: 'access_denied' }],
    [403, { detail: 'IP' }, { kind: 'access_denied' }],
    [404, { detail: 'Not found.' }, { kind: 'not_found' }],
    [409, {}, { kind: 'account_suspended' }],
    [500, null, { kind: 'transient', retryAfterMs: null }],
    [503, null, { kind: 'transient', retryAfterMs: null }],
  ])('with %d %j means %j', (status, body, failure) => {
    expect(toProviderError(refused(status, body)).failure).toEqual(failure);
  });

  it('does not repeat what the provider sent', () => {
    const error = toProviderError(refused(400, { detail: 'FI2112345600000785' }));
    expect(error.message).toBe('GET transactions was answered with 400');
  });

  it('distinguishes an ended token from an ended consent', () => {
    expect(isTokenRefused(refused(401, { detail: 'Token is invalid or expired' }))).toBe(true);
    expect(isTokenRefused(refused(401, { summary: 'End User Agreement (EUA) 1 has expired' }))).toBe(false);
  });

  it('closes the whole provider only if its general counter is at zero', () => {
    const general = {
      http_x_ratelimit_limit: '100',
      http_x_ratelimit_remaining: '0',
      http_x_ratelimit_reset: '30',
    };
    expect(toProviderError(refused(429, {}, general)).failure).toEqual({
      kind: 'rate_limited',
      scope: 'provider',
      retryAfterMs: 30_000,
    });
    expect(toProviderError(refused(429, {}, { 'retry-after': '7' })).failure).toEqual({
      kind: 'rate_limited',
      scope: 'resource',
      retryAfterMs: 7000,
    });
  });
});

describe('rate-limit headers', () => {
  it.each([
    'http_x_ratelimit_account_success_',
    'x_ratelimit_account_success_',
    'http-x-ratelimit-account-success-',
  ])('are read as %s…', (prefix) => {
    const headers = { [`${prefix}limit`]: '4', [`${prefix}remaining`]: '1', [`${prefix}reset`]: '41233' };
    expect(accountAllowance(headers)).toEqual({ limit: 4, remaining: 1, resetMs: 41_233_000 });
  });

  it('are ignored if they are not numbers', () => {
    expect(accountAllowance({ http_x_ratelimit_account_success_limit: 'many' })).toBeNull();
  });

  it('fall back to the seconds in the text', () => {
    const detail = 'The rate limit for this resource is 4/day. Please try again in 41233 seconds';
    expect(waitOf({}, detail)).toBe(41_233_000);
    expect(waitOf({}, 'later')).toBe(60_000);
  });

  it('read a date in Retry-After', () => {
    expect(retryAfterMs('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
    expect(retryAfterMs('soon')).toBeNull();
  });
});
