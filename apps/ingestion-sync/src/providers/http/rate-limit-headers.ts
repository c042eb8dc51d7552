import { ResponseHeaders, retryAfterMs } from '@tributary/outbound';
import { AllowanceReading } from '../provider.port';

const DEFAULT_WAIT_MS = 60_000;

/** Reads headers `x_ratelimit_…`. @param accountPrefix prefix of the headers of one account */
export function rateLimitHeaders(accountPrefix: string) {
  const accountAllowance = (headers: ResponseHeaders) => reading(headers, accountPrefix);
  /** Returns the remaining allowance of the whole service, for all accounts. */
  const generalAllowance = (headers: ResponseHeaders) => reading(headers, 'x_ratelimit');
  /**
   * Returns how long a 429 requires to wait: by its header, else by the seconds in its text, else until the reset of
   * the exhausted limit.
   */
  const waitOf = (headers: ResponseHeaders, detail: string): number => {
    const header = retryAfterMs(headers['retry-after']);
    if (header !== null) return header;
    const written = /(\d{1,7})\s*second/i.exec(detail)?.[1];
    if (written !== undefined) return Number(written) * 1000;
    const spent = [accountAllowance(headers), generalAllowance(headers)].find((it) => it?.remaining === 0);
    return spent?.resetMs ?? DEFAULT_WAIT_MS;
  };
  return { accountAllowance, generalAllowance, waitOf };
}

function reading(headers: ResponseHeaders, prefix: string): AllowanceReading | null {
  const limit = numberIn(headers, `${prefix}_limit`);
  const remaining = numberIn(headers, `${prefix}_remaining`);
  const resetS = numberIn(headers, `${prefix}_reset`);
  if (limit === null || remaining === null || resetS === null) return null;
  return { limit, remaining: Math.max(0, remaining), resetMs: Math.max(0, resetS) * 1000 };
}

/** Some gateways strip the literal `HTTP_` or turn `_` into `-`. */
function numberIn(headers: ResponseHeaders, name: string): number | null {
  const dashed = name.replaceAll('_', '-');
  const value = [`http_${name}`, name, `http-${dashed}`, dashed]
    .map((one) => headers[one])
    .find((one) => one);
  return typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}
