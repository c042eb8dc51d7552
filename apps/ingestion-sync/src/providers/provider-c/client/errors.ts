import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { isJson, textOf } from '../../mapping/json-fields';
import { ProviderError, ProviderFailure } from '../../provider.errors';
import { accountAllowance, generalAllowance, waitOf } from './rate-limits';

/** A response that is no success. */
export interface RefusedAnswer {
  /** The requested resource, without ids: `GET activities`. */
  readonly call: string;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The body if it is JSON, else null. */
  readonly body: unknown;
}

/** The wait while the broker's data is loading, when more frequent requests are useless. */
export const STILL_LOADING_MS = 60_000;

/** Parses the documented error body `{detail, status_code, code}`. */
export function toProviderError(answer: RefusedAnswer): ProviderError {
  const allowance = accountAllowance(answer.headers);
  return new ProviderError(failureOf(answer), `${answer.call} was answered with ${answer.status}`, allowance);
}

function failureOf({ status, headers, body }: RefusedAnswer): ProviderFailure {
  switch (status) {
    case 400:
    case 422:
      return { kind: 'request_refused', fields: [] };
    case 401:
      return isAboutUser(body) ? { kind: 'consent_ended' } : { kind: 'access_denied' };
    case 402:
      return codeIn(body) === CONNECTION_DISABLED ? { kind: 'consent_ended' } : { kind: 'access_denied' };
    case 403:
      return { kind: 'access_denied' };
    case 404:
      return { kind: 'not_found' };
    case 425:
      return { kind: 'rate_limited', scope: 'resource', retryAfterMs: STILL_LOADING_MS };
    case 429:
      return rateLimited(headers, body);
    default:
      return { kind: 'transient', retryAfterMs: retryAfterMs(headers['retry-after']) };
  }
}

const CONNECTION_DISABLED = '3003';

/**
 * Returns the failure of a 429. The whole service is blocked only if the headers of the client's own counter report it.
 */
function rateLimited(headers: ResponseHeaders, body: unknown): ProviderFailure {
  const isEverybodys = generalAllowance(headers)?.remaining === 0;
  return {
    kind: 'rate_limited',
    scope: isEverybodys ? 'provider' : 'resource',
    retryAfterMs: waitOf(headers, textIn(body, 'detail')),
  };
}

/** Returns whether the user, and not the installation's key, is refused: the user was deleted or has another secret. */
function isAboutUser(body: unknown): boolean {
  return /\buser\b|usersecret|user ?id/i.test(textIn(body, 'detail'));
}

function codeIn(body: unknown): string {
  return isJson(body) ? String(body.code) : '';
}

function textIn(body: unknown, member: string): string {
  return isJson(body) ? (textOf(body[member]) ?? '') : '';
}
