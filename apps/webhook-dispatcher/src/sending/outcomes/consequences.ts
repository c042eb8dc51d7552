import { hasGivenUp, isAbandoned, SendingHealth, statusOf } from '../../endpoints/health/endpoint-health';
import { EndpointRegistry, SendableEndpoint } from '../../endpoints/endpoint-registry';
import { Outcome, Delivery, PostResult } from '../delivery';
import { readRetryAfter, retryDelayMs } from './retry-schedule';

const GONE_STATUS = 410;

/** Decides the result of an attempt: 2xx is a success, 410 ends the endpoint, everything else is retried. */
export function judge(
  delivery: Delivery,
  attempt: { readonly result: PostResult; readonly startedAtMs: number; readonly endedAtMs: number },
  random: number,
): Outcome {
  const { result, startedAtMs, endedAtMs } = attempt;
  const statusCode = result.kind === 'responded' ? result.status : null;
  const durationMs = Math.max(0, Math.round(endedAtMs - startedAtMs));
  const attemptedAt = new Date(startedAtMs).toISOString();
  const made = { delivery, attemptedAt, durationMs, statusCode };
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { ...made, error: null, verdict: { status: 'DELIVERED' }, gone: false, pauseMs: null };
  }
  const gone = statusCode === GONE_STATUS;
  const pauseMs = result.kind === 'responded' ? readRetryAfter(result.retryAfter, endedAtMs) : null;
  const failedAttempts = delivery.attempts - delivery.earlierAttempts + 1;
  const retryInMs = gone ? null : retryDelayMs(failedAttempts, pauseMs, random);
  return {
    ...made,
    error: result.kind === 'responded' ? `HTTP_${result.status}` : result.failure,
    verdict: retryInMs === null ? { status: 'FAILED' } : { status: 'PENDING', retryInMs },
    gone,
    pauseMs,
  };
}

/** Applies the effects of a sender's results to its endpoint: publishes its health, or disables or removes it. */
export class Consequences {
  private isGone = false;

  constructor(private readonly endpoints: EndpointRegistry) {}

  note({ gone }: Outcome): void {
    this.isGone ||= gone;
  }

  /** Returns whether sending must stop. */
  areFinal({ type }: SendableEndpoint, health: SendingHealth): boolean {
    return this.isGone || hasGivenUp(health) || isAbandoned(type, health);
  }

  /** Returns whether there are changes to save. */
  exist(endpoint: SendableEndpoint, health: SendingHealth): boolean {
    return this.areFinal(endpoint, health) || statusOf(health) !== endpoint.healthStatus;
  }

  /**
   * Saves the changes.
   * @returns whether the endpoint continues and must be loaded again
   */
  async draw({ id, type }: SendableEndpoint, health: SendingHealth): Promise<boolean> {
    if (isAbandoned(type, health) || (this.isGone && type !== 'WEBHOOK')) {
      await this.endpoints.remove(id);
      return false;
    }
    if (this.isGone || hasGivenUp(health)) {
      await this.endpoints.disable(id, this.isGone ? 'GONE' : 'NO_SUCCESS', health);
      return false;
    }
    await this.endpoints.publishHealth(id, health);
    return true;
  }
}
