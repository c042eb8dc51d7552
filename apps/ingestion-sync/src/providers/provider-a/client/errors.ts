import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { ProviderError, ProviderFailure } from '../../provider.errors';
import { accountAllowance, generalAllowance, waitOf } from './rate-limits';

/** A response that is no success. */
export interface RefusedAnswer {
  /** The requested resource, without ids: `GET transactions`. */
  readonly call: string;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The body if it is JSON, else null. */
  readonly body: unknown;
}

/** Members of an error body that describe the error; any other member is the name of a request field. */
const OWN_MEMBERS = ['summary', 'detail', 'status_code', 'type'];

/** Parses the documented error body. */
export function toProviderError(answer: RefusedAnswer): ProviderError {
  const allowance = accountAllowance(answer.headers);
  return new ProviderError(failureOf(answer), `${answer.call} was answered with ${answer.status}`, allowance);
}

/** Returns whether a 401 is about this installation's token and not the user's consent. */
export function isTokenRefused(answer: RefusedAnswer): boolean {
  return answer.status === 401 && !speaksOfConsent(answer.body);
}

function failureOf(answer: RefusedAnswer): ProviderFailure {
  const { status, headers, body } = answer;
  switch (status) {
    case 400:
    case 422:
      return refusedFields(fieldsOf(body));
    case 401:
      return speaksOfConsent(body) ? { kind: 'consent_ended' } : { kind: 'access_denied' };
    case 402:
    case 403:
      return { kind: 'access_denied' };
    case 404:
      return { kind: 'not_found' };
    case 409:
      return { kind: 'account_suspended' };
    case 429:
      return rateLimited(headers, body);
    default:
      return { kind: 'transient', retryAfterMs: retryAfterMs(headers['retry-after']) };
  }
}

function refusedFields(fields: readonly string[]): ProviderFailure {
  return fields.includes('date_from') ? { kind: 'window_refused' } : { kind: 'request_refused', fields };
}

/**
 * Returns the failure of a 429. Usually the account's own allowance is used up; the whole service is blocked only if
 * the headers of the service's counter report it.
 */
function rateLimited(headers: ResponseHeaders, body: unknown): ProviderFailure {
  const general = generalAllowance(headers)?.remaining === 0;
  return {
    kind: 'rate_limited',
    scope: general ? 'provider' : 'resource',
    retryAfterMs: waitOf(headers, textIn(body, 'detail')),
  };
}

function speaksOfConsent(body: unknown): boolean {
  const text = ['summary', 'detail', 'type'].map((member) => textIn(body, member)).join(' ');
  return /\bEUA\b|end user agreement|AccessExpired/i.test(text);
}

function fieldsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.keys(body).filter((member) => !OWN_MEMBERS.includes(member));
}

function textIn(body: unknown, member: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value : '';
}
