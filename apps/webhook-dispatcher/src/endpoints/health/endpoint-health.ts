import { Health, WebhookType } from '@tributary/contracts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An endpoint that accepted no delivery for this long is disabled. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

const NOT_THERE = 'HTTP_404';

/** The health of one endpoint, stored with its lease. */
export interface SendingHealth {
  /** Since the last success. */
  readonly consecutiveFailures: number;
  /** Time of the first failure since the last success; null while deliveries succeed. */
  readonly failingSince: string | null;
  readonly lastAttemptAt: string | null;
  readonly lastSuccessAt: string | null;
  /** The kind of the last failure. It never contains text from the endpoint. */
  readonly lastError: string | null;
}

export const UNTRIED: SendingHealth = {
  consecutiveFailures: 0,
  failingSince: null,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastError: null,
};

/** The reason why the dispatcher disabled an endpoint. */
export type DisabledReason = 'GONE' | 'NO_SUCCESS' | 'GRANT_ENDED';

const REASON_MESSAGES: Record<DisabledReason, string> = {
  GONE: 'The endpoint answered 410 Gone and was disabled.',
  NO_SUCCESS: 'No delivery succeeded for 5 days; the endpoint was disabled.',
  GRANT_ENDED:
    'The token or app that registered the endpoint was revoked or has expired. Its owner can keep it.',
};

/**
 * Returns the health after an attempt.
 * @param error null for a success
 */
export function afterAttempt(
  health: SendingHealth,
  attemptedAt: string,
  error: string | null,
): SendingHealth {
  if (error === null) return { ...UNTRIED, lastAttemptAt: attemptedAt, lastSuccessAt: attemptedAt };
  return {
    consecutiveFailures: health.consecutiveFailures + 1,
    failingSince: health.failingSince ?? attemptedAt,
    lastAttemptAt: attemptedAt,
    lastSuccessAt: health.lastSuccessAt,
    lastError: error,
  };
}

/** Returns whether the endpoint has failed for so long, including its last attempt, that it must be disabled. */
export function hasGivenUp({ failingSince, lastAttemptAt }: SendingHealth): boolean {
  if (failingSince === null || lastAttemptAt === null) return false;
  return Date.parse(lastAttemptAt) - Date.parse(failingSince) >= GIVE_UP_AFTER_MS;
}

/** Number of consecutive failures after which an endpoint rests between attempts. */
export const RESTS_AFTER_FAILURES = 16;
const REST_MS = { min: 1000, max: 60_000 } as const;

/**
 * Returns the pause of a failing endpoint, a tenth of the time for which it has failed, or null. Otherwise its waiting
 * deliveries would fail one after another, use up their attempts and delay other endpoints.
 */
export function restMs({ consecutiveFailures, failingSince, lastAttemptAt }: SendingHealth): number | null {
  if (consecutiveFailures < RESTS_AFTER_FAILURES || failingSince === null || lastAttemptAt === null)
    return null;
  const failedForMs = Date.parse(lastAttemptAt) - Date.parse(failingSince);
  return Math.min(REST_MS.max, Math.max(REST_MS.min, failedForMs / 10));
}

const ABANDONED_AFTER_FAILURES = 3;
const ABANDONED_AFTER_MS = 5 * 60 * 1000;

/**
 * Returns whether an automation platform registered the endpoint, it never accepted a delivery, and it responds with
 * 404. A trigger in a workflow editor's test listens for two minutes, and its registration is often not removed.
 */
export function isAbandoned(type: WebhookType, health: SendingHealth): boolean {
  const { consecutiveFailures, failingSince, lastAttemptAt, lastSuccessAt, lastError } = health;
  if (type === 'WEBHOOK' || lastSuccessAt !== null || lastError !== NOT_THERE) return false;
  if (failingSince === null || lastAttemptAt === null) return false;
  const failedForMs = Date.parse(lastAttemptAt) - Date.parse(failingSince);
  return consecutiveFailures >= ABANDONED_AFTER_FAILURES && failedForMs >= ABANDONED_AFTER_MS;
}

/** Returns the health as clients see it. */
export function healthDocument(health: SendingHealth, disabled: DisabledReason | null = null): Health {
  const failing = disabled !== null;
  return {
    status: statusOf(health, disabled),
    integrator_message: disabled === null ? null : REASON_MESSAGES[disabled],
    failure_count: failing ? health.consecutiveFailures : 0,
    transient_message: failing ? null : health.lastError,
    transient_failure_count: failing ? 0 : health.consecutiveFailures,
    last_attempt_at: health.lastAttemptAt,
  };
}

export function statusOf(health: SendingHealth, disabled: DisabledReason | null = null): Health['status'] {
  if (disabled !== null) return 'FAILING';
  if (health.lastAttemptAt === null) return 'UNKNOWN';
  return health.consecutiveFailures === 0 ? 'HEALTHY' : 'DEGRADED';
}
