import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { AllowanceReading } from '../provider.port';

/** Of one account, over the last minute, all resources together; only personal keys have it. */
export function accountAllowance(headers: ResponseHeaders): AllowanceReading | null {
  return reading(headers, 'x-ratelimit-account');
}

/** Of all requests under the client id, over the last minute. */
export function generalAllowance(headers: ResponseHeaders): AllowanceReading | null {
  return reading(headers, 'x-ratelimit');
}

const DEFAULT_WAIT_MS = 60_000;

/** How long a 429 asks to wait: header first, then the seconds in the text, then the reset of what is used up. */
export function waitOf(headers: ResponseHeaders, detail: string): number {
  const header = retryAfterMs(headers['retry-after']);
  if (header !== null) return header;
  const told = /(\d{1,7})\s*second/i.exec(detail)?.[1];
  if (told !== undefined) return Number(told) * 1000;
  const spent = [accountAllowance(headers), generalAllowance(headers)].find((it) => it?.remaining === 0);
  return spent?.resetMs ?? DEFAULT_WAIT_MS;
}

function reading(headers: ResponseHeaders, prefix: string): AllowanceReading | null {
  const limit = numberIn(headers[`${prefix}-limit`]);
  const remaining = numberIn(headers[`${prefix}-remaining`]);
  const resetS = numberIn(headers[`${prefix}-reset`]);
  if (limit === null || remaining === null || resetS === null) return null;
  return { limit, remaining: Math.max(0, remaining), resetMs: Math.max(0, resetS) * 1000 };
}

function numberIn(value: string | string[] | undefined): number | null {
  return typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}
