/**
 * Nobody is believed who asks for a longer wait: asking once a week too early harms nobody, and a wait of a million years
 * ends an account, and is no time that a database can keep.
 */
export const ASKED_WAIT_MS_MAX = 7 * 24 * 60 * 60 * 1000;

/**
 * What `Retry-After` asks for, in milliseconds and at most so many: seconds, or an HTTP date. Null where it says nothing that
 * makes sense.
 */
export function retryAfterMs(header: string | string[] | null | undefined, now = Date.now()): number | null {
  const asked = askedMs((Array.isArray(header) ? header[0] : header)?.trim() ?? '', now);
  return asked === null ? null : Math.min(asked, ASKED_WAIT_MS_MAX);
}

/** Dates are shorter, and `Date.parse` reads anything. */
const TEXT_CHARS_MAX = 100;

function askedMs(text: string, now: number): number | null {
  if (text.length > TEXT_CHARS_MAX) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
