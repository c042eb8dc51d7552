import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { dateOf, isJson } from '../../mapping/json-fields';
import { ProviderError, ProviderFailure } from '../../provider.errors';
import { waitOfInstitution, waitOfService } from './rate-limits';

/** A response that is no success. */
export interface RefusedAnswer {
  /** The requested resource, without ids: `GET transactions`. */
  readonly call: string;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The body if it is JSON, else null. */
  readonly body: unknown;
}

/**
 * Parses the documented error body. Its names are more specific than its statuses, which are used if a name is unknown.
 */
export function toProviderError(answer: RefusedAnswer, now: number): ProviderError {
  return new ProviderError(failureOf(answer, now), `${answer.call} was answered with ${answer.status}`);
}

function failureOf(answer: RefusedAnswer, now: number): ProviderFailure {
  switch (nameIn(answer.body)) {
    case 'EXPIRED_SESSION':
    case 'CLOSED_SESSION':
    case 'REVOKED_SESSION':
    case 'SESSION_DOES_NOT_EXIST':
    case 'WRONG_SESSION_STATUS':
      return { kind: 'consent_ended' };
    case 'ACCOUNT_DOES_NOT_EXIST':
    case 'WRONG_ASPSP_PROVIDED':
      return { kind: 'not_found' };
    case 'ASPSP_ACCOUNT_NOT_ACCESSIBLE':
      return { kind: 'account_suspended' };
    case 'ASPSP_PSU_ACTION_REQUIRED':
      return { kind: 'user_action_required' };
    case 'PSU_HEADER_NOT_PROVIDED':
    case 'PSU_HEADER_INVALID':
      return { kind: 'user_refused' };
    case 'ASPSP_RATE_LIMIT_EXCEEDED': {
      const wait = waitOfInstitution(answer.headers, now);
      return { kind: 'rate_limited', scope: 'resource', retryAfterMs: wait };
    }
    case 'ASPSP_ERROR':
      return answer.status === 400 ? institutionRefused(answer.body) : transient(answer);
    case 'ASPSP_TIMEOUT':
      return transient(answer);
    case 'WRONG_TRANSACTIONS_PERIOD':
      return windowRefused(answer.body);
    case 'WRONG_CONTINUATION_KEY':
      return { kind: 'cursor_refused' };
    case 'EXPIRED_AUTHORIZATION_CODE':
    case 'WRONG_AUTHORIZATION_CODE':
    case 'ALREADY_AUTHORIZED':
      return { kind: 'request_refused', fields: ['code'] };
    case 'REDIRECT_URI_NOT_ALLOWED':
      return { kind: 'request_refused', fields: ['redirect_url'] };
    default:
      return failureByStatus(answer);
  }
}

/** Matches the words with which institutions refuse days that are too old. */
const OF_DAYS = /date_?from|date_?to|date range|period|days|months|years|histor|older than/i;
const DETAIL_CHARS_MAX = 2_000;

function institutionRefused(body: unknown): ProviderFailure {
  const detail = isJson(body) ? JSON.stringify([body.detail, body.message]).slice(0, DETAIL_CHARS_MAX) : '';
  return { kind: 'institution_refused', forItsDays: OF_DAYS.test(detail) };
}

/** Some institutions state the first day that can be requested. */
function windowRefused(body: unknown): ProviderFailure {
  const detail = isJson(body) && typeof body.detail === 'string' ? body.detail : '';
  const oldest = dateOf(/\d{4}-\d{2}-\d{2}/.exec(detail)?.[0]);
  return oldest === null ? { kind: 'window_refused' } : { kind: 'window_refused', oldest };
}

function failureByStatus({ status, headers }: RefusedAnswer): ProviderFailure {
  switch (status) {
    case 400:
    case 422:
      return { kind: 'request_refused', fields: [] };
    case 401:
    case 403:
      return { kind: 'access_denied' };
    case 404:
      return { kind: 'not_found' };
    case 429:
      return { kind: 'rate_limited', scope: 'provider', retryAfterMs: waitOfService(headers) };
    default:
      return transient({ headers });
  }
}

function transient({ headers }: Pick<RefusedAnswer, 'headers'>): ProviderFailure {
  return { kind: 'transient', retryAfterMs: retryAfterMs(headers['retry-after']) };
}

function nameIn(body: unknown): string {
  return isJson(body) && typeof body.error === 'string' ? body.error : '';
}
