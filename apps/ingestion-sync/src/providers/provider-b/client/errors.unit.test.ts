import { toProviderError } from './errors';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const HOUR_MS = 3_600_000;

function failure(status: number, error: string | null, detail: string | null = null, headers = {}) {
  const body = { message: 'x', code: status, error, detail };
  return toProviderError({ call: 'GET transactions', status, headers, body }, NOON).failure;
}

describe('a refusal of PROVIDER_B', () => {
  it.each([
    [401, 'EXPIRED_SESSION', { kind: 'consent_ended' }],
    [401, 'CLOSED_SESSION', { kind: 'consent_ended' }],
    [401, 'REVOKED_SESSION', { kind: 'consent_ended' }],
    [404, 'SESSION_DOES_NOT_EXIST', { kind: 'consent_ended' }],
    [422, 'WRONG_SESSION_STATUS', { kind: 'consent_ended' }],
    [404, 'ACCOUNT_DOES_NOT_EXIST', { kind: 'not_found' }],
    [403, 'ASPSP_ACCOUNT_NOT_ACCESSIBLE', { kind: 'account_suspended' }],
    [403, 'ASPSP_PSU_ACTION_REQUIRED', { kind: 'user_action_required' }],
    [400, 'ASPSP_ERROR', { kind: 'institution_refused', forItsDays: false }],
    [502, 'ASPSP_ERROR', { kind: 'transient', retryAfterMs: null }],
    [408, 'ASPSP_TIMEOUT', { kind: 'transient', retryAfterMs: null }],
    [422, 'WRONG_TRANSACTIONS_PERIOD', { kind: 'window_refused' }],
    [422, 'WRONG_CONTINUATION_KEY', { kind: 'cursor_refused' }],
    [422, 'WRONG_AUTHORIZATION_CODE', { kind: 'request_refused', fields: ['code'] }],
    [422, 'REDIRECT_URI_NOT_ALLOWED', { kind: 'request_refused', fields: ['redirect_url'] }],
    [422, 'WRONG_DATE_INTERVAL', { kind: 'request_refused', fields: [] }],
    [401, null, { kind: 'access_denied' }],
    [403, 'UNAUTHORIZED_IP', { kind: 'access_denied' }],
    [404, null, { kind: 'not_found' }],
    [500, null, { kind: 'transient', retryAfterMs: null }],
    [302, null, { kind: 'transient', retryAfterMs: null }],
  ])('%d %s means %j', (status, error, expected) => {
    expect(failure(status, error)).toEqual(expected);
  });

  it('with 403 is about the application where it names no session: an inactive one ends no consent', () => {
    expect(failure(403, null, 'Application is not active')).toEqual({ kind: 'access_denied' });
    expect(failure(403, 'ACCESS_DENIED')).toEqual({ kind: 'access_denied' });
    expect(failure(403, 'REVOKED_SESSION')).toEqual({ kind: 'consent_ended' });
  });

  it('names the day from which the institution answers, if it says so', () => {
    const refused = failure(422, 'WRONG_TRANSACTIONS_PERIOD', 'date_from must not be before 2026-01-15');
    expect(refused).toEqual({ kind: 'window_refused', oldest: '2026-01-15' });
  });

  it('by an institution with too many requests holds until the next day, or as its header says', () => {
    expect(failure(429, 'ASPSP_RATE_LIMIT_EXCEEDED')).toEqual({
      kind: 'rate_limited',
      scope: 'resource',
      retryAfterMs: 12 * HOUR_MS,
    });
    expect(failure(429, 'ASPSP_RATE_LIMIT_EXCEEDED', null, { 'retry-after': '60' })).toMatchObject({
      retryAfterMs: 60_000,
    });
  });

  it('with 429 and no institution applies to the whole provider', () => {
    expect(failure(429, null)).toEqual({ kind: 'rate_limited', scope: 'provider', retryAfterMs: 60_000 });
  });

  it('is reported without what the provider sent', () => {
    const body = { error: 'ASPSP_ERROR', detail: 'FI2112345600000785' };
    const error = toProviderError({ call: 'GET details', status: 400, headers: {}, body }, NOON);
    expect(error.message).toBe('GET details was answered with 400');
  });
});

it.each([
  [{ message: 'The dateFrom and dateTo must be within 2 years' }, true],
  ['Range is out of the last 90-day period', true],
  ['Unknown error', false],
  [null, false],
])('an institution that answers %j refuses days: %p', (detail, forItsDays) => {
  const body = { code: 400, message: 'Error interacting with ASPSP', error: 'ASPSP_ERROR', detail };
  const answer = { call: 'GET transactions', status: 400, headers: {}, body };
  expect(toProviderError(answer, 0).failure).toEqual({ kind: 'institution_refused', forItsDays });
});
