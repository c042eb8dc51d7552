import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { AllowanceReading } from '../provider.port';

/** The account's allowance for the asked resource. Some gateways strip the literal `HTTP_` or turn `_` into `-`. */
export function accountAllowance(headers: ResponseHeaders): AllowanceReading | null {
  return reading(headers, 'x_ratelimit_account_success');
}

/** What is left for the whole service, whatever the account. */
export function generalAllowance(headers: ResponseHeaders): AllowanceReading | null {
  return reading(headers, 'x_ratelimit');
}

const DEFAULT_WAIT_MS = 60_000;

/** How long a 429 asks to wait: header first, then the seconds in the text, then the allowance's reset. */
export function waitOf(headers: ResponseHeaders, detail: string): number {
  const header = retryAfterMs(headers['retry-after']);
  if (header !== null) return header;
  const told = /(\d{1,7})\s*second/i.exec(detail)?.[1];
  if (told !== undefined) return Number(told) * 1000;
  const spent = [accountAllowance(headers), generalAllowance(headers)].find((it) => it?.remaining === 0);
  return spent?.resetMs ?? DEFAULT_WAIT_MS;
}

function reading(headers: ResponseHeaders, prefix: string): AllowanceReading | null {
  const limit = numberIn(headers, `${prefix}_limit`);
  const remaining = numberIn(headers, `${prefix}_remaining`);
  const resetS = numberIn(headers, `${prefix}_reset`);
  if (limit === null || remaining === null || resetS === null) return null;
  return { limit, remaining: Math.max(0, remaining), resetMs: resetS * 1000 };
}

function dashedHeader(headers: ResponseHeaders, name: string): string | string[] | undefined {
  return headers[`http-${name}`] ?? headers[name];
}

function numberIn(headers: ResponseHeaders, name: string): number | null {
  const value = headers[`http_${name}`] ?? headers[name] ?? dashedHeader(headers, name.replaceAll('_', '-'));
  return typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}
