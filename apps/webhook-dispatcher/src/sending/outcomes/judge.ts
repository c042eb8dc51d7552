import { Delivery, Outcome, PostResult } from '../delivery';
import { readRetryAfter, retryDelayMs } from './retry-schedule';

const GONE_STATUS = 410;

/** Decides what follows from an attempt: 2xx is success, 410 the endpoint's end, everything else is retried. */
export function judge(
  delivery: Delivery,
  attempt: { readonly result: PostResult; readonly startedAtMs: number; readonly endedAtMs: number },
  random: number,
): Outcome {
  const { result, startedAtMs, endedAtMs } = attempt;
  const statusCode = result.kind === 'answered' ? result.status : null;
  const durationMs = Math.max(0, Math.round(endedAtMs - startedAtMs));
  const attemptedAt = new Date(startedAtMs).toISOString();
  const made = { delivery, attemptedAt, durationMs, statusCode };
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { ...made, error: null, verdict: { status: 'DELIVERED' }, gone: false, pauseMs: null };
  }
  const gone = statusCode === GONE_STATUS;
  const pauseMs = result.kind === 'answered' ? readRetryAfter(result.retryAfter, endedAtMs) : null;
  const failedAttempts = delivery.attempts - delivery.earlierAttempts + 1;
  const retryInMs = gone ? null : retryDelayMs(failedAttempts, pauseMs, random);
  return {
    ...made,
    error: result.kind === 'answered' ? `HTTP_${result.status}` : result.failure,
    verdict: retryInMs === null ? { status: 'FAILED' } : { status: 'PENDING', retryInMs },
    gone,
    pauseMs,
  };
}
