import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { nextMidnight } from '@tributary/money';
import { AllowanceReading } from '../../provider.port';

/** The wait for the provider itself if it states no time. */
const SERVICE_WAIT_MS = 60_000;

/** The interface has no headers for allowances: a refusal is the only sign of their end. */
export function accountAllowance(_headers: ResponseHeaders): AllowanceReading | null {
  return null;
}

/**
 * Returns the wait for an institution whose daily limit is reached: until the next UTC day, unless a header says
 * otherwise.
 */
export function waitOfInstitution(headers: ResponseHeaders, now: number): number {
  return retryAfterMs(headers['retry-after']) ?? nextMidnight(now) - now;
}

/** Returns the wait if the provider itself has too many requests. */
export function waitOfService(headers: ResponseHeaders): number {
  return retryAfterMs(headers['retry-after']) ?? SERVICE_WAIT_MS;
}
