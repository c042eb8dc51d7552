import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { AllowanceReading } from '../../provider.port';

const DAY_MS = 86_400_000;
/** The provider's own wait if it names no time. */
const SERVICE_WAIT_MS = 60_000;

/** The interface has no headers for it: one learns of the end of an allowance by being refused. */
export function accountAllowance(_headers: ResponseHeaders): AllowanceReading | null {
  return null;
}

/**
 * Returns the wait for an institution whose daily limit is reached: until the next UTC day, unless a header says
 * otherwise.
 */
export function waitOfInstitution(headers: ResponseHeaders, now: number): number {
  return retryAfterMs(headers['retry-after']) ?? DAY_MS - (now % DAY_MS);
}

/** The provider itself has too many requests. */
export function waitOfService(headers: ResponseHeaders): number {
  return retryAfterMs(headers['retry-after']) ?? SERVICE_WAIT_MS;
}
