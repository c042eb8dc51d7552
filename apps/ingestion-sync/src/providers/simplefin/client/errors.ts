import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { ProviderError, ProviderFailure } from '../../provider.errors';

const DEFAULT_WAIT_MS = 60 * 60_000;

/** Returns the error of a response that is no success by the protocol. */
export function toProviderError(call: string, status: number, headers: ResponseHeaders): ProviderError {
  return new ProviderError(failureOf(status, headers), `${call} was answered with ${status}`);
}

function failureOf(status: number, headers: ResponseHeaders): ProviderFailure {
  const waitMs = retryAfterMs(headers['retry-after']);
  switch (status) {
    case 400:
    case 422:
      return { kind: 'request_refused', fields: [] };
    case 401:
    case 403:
      return { kind: 'consent_ended' };
    case 402:
      return { kind: 'user_action_required' };
    case 404:
    case 410:
      return { kind: 'not_found' };
    case 429:
      return { kind: 'rate_limited', scope: 'resource', retryAfterMs: waitMs ?? DEFAULT_WAIT_MS };
    default:
      return { kind: 'transient', retryAfterMs: waitMs };
  }
}
