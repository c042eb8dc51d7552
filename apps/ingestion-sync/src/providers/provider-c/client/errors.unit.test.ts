import { RefusedAnswer, toProviderError } from './errors';

function failureOf(answer: Partial<RefusedAnswer>) {
  return toProviderError({ call: 'GET x', status: 500, headers: {}, body: null, ...answer }).failure;
}

const account = (remaining: string) => ({
  'x-ratelimit-account-limit': '10',
  'x-ratelimit-account-remaining': remaining,
  'x-ratelimit-account-reset': '21',
});
const client = (remaining: string) => ({
  'x-ratelimit-limit': '250',
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': '7',
});

describe('a refusal', () => {
  it.each([
    [401, { detail: 'Unable to verify signature sent', code: '1076' }, 'access_denied'],
    [401, { detail: 'User not found.', code: '0000' }, 'consent_ended'],
    [401, { detail: 'Invalid userID or userSecret provided', code: '1083' }, 'consent_ended'],
    [402, { detail: 'the connection is disabled', code: '3003' }, 'consent_ended'],
    [402, { detail: 'not in your plan' }, 'access_denied'],
    [403, null, 'access_denied'],
    [404, null, 'not_found'],
    [400, null, 'request_refused'],
    [503, null, 'transient'],
  ])('%d %j is %s', (status, body, kind) => expect(failureOf({ status, body }).kind).toBe(kind));

  it('of the account’s own limit makes only that account wait', () => {
    expect(failureOf({ status: 429, headers: { ...client('80'), ...account('0') } })).toEqual({
      kind: 'rate_limited',
      scope: 'resource',
      retryAfterMs: 21_000,
    });
  });

  it('of the client’s limit makes all accounts wait, as long as the text says', () => {
    const body = { detail: 'Request was throttled. Expected available in 9 seconds.' };
    expect(failureOf({ status: 429, headers: client('0'), body })).toEqual({
      kind: 'rate_limited',
      scope: 'provider',
      retryAfterMs: 9000,
    });
  });

  it('while the data is being loaded is not a failure: the request is repeated in a minute', () => {
    expect(failureOf({ status: 425 })).toEqual({
      kind: 'rate_limited',
      scope: 'resource',
      retryAfterMs: 60_000,
    });
  });

  it('does not repeat what was sent', () => {
    const error = toProviderError({
      call: 'GET x',
      status: 401,
      headers: {},
      body: { detail: 'user Maija' },
    });
    expect(JSON.stringify([error.message, error.failure])).not.toContain('Maija');
  });
});
