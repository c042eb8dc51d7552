/**
 * Longer waits are shortened to this: a request once a week that comes too early does no harm, whereas a wait of a
 * million years would end an account, and exceeds the times of a database.
 */
export const ASKED_WAIT_MS_MAX = 7 * 24 * 60 * 60 * 1000;

/** The wait that `Retry-After` requests, in milliseconds and limited: seconds, or an HTTP date. Null for any other value. */
export function retryAfterMs(header: string | string[] | null | undefined, now = Date.now()): number | null {
  const asked = askedMs((Array.isArray(header) ? header[0] : header)?.trim() ?? '', now);
  return asked === null ? null : Math.min(asked, ASKED_WAIT_MS_MAX);
}

/** Maximum length of a date: real ones are shorter, and `Date.parse` reads anything. */
const TEXT_CHARS_MAX = 100;

function askedMs(text: string, now: number): number | null {
  if (text.length > TEXT_CHARS_MAX) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
