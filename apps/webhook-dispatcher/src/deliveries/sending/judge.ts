import { Delivery, Outcome, PostResult } from './delivery';
import { readRetryAfter, retryDelayMs } from './retry-schedule';

const GONE_STATUS = 410;

/** Decides what follows from an attempt: 2xx is success, 410 the endpoint's end, all else is tried again. */
export function judge(
  delivery: Delivery,
  attempt: { readonly result: PostResult; readonly startedAtMs: number; readonly endedAtMs: number },
  random: number,
): Outcome {
  const { result, startedAtMs, endedAtMs } = attempt;
  const made = {
    deliveryId: delivery.id,
    attemptedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.max(0, Math.round(endedAtMs - startedAtMs)),
    statusCode: result.kind === 'answered' ? result.status : null,
  };
  if (result.kind === 'answered' && result.status >= 200 && result.status < 300) {
    return { ...made, error: null, verdict: { status: 'DELIVERED' }, gone: false, pauseMs: null };
  }
  const gone = made.statusCode === GONE_STATUS;
  const pauseMs = result.kind === 'answered' ? readRetryAfter(result.retryAfter, endedAtMs) : null;
  const retryInMs = gone ? null : retryDelayMs(delivery.attempts + 1, pauseMs, random);
  return {
    ...made,
    error: result.kind === 'answered' ? `HTTP_${result.status}` : result.failure,
    verdict: retryInMs === null ? { status: 'FAILED' } : { status: 'PENDING', retryInMs },
    gone,
    pauseMs,
  };
}
