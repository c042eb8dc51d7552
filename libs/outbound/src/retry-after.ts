/** What `Retry-After` asks for, in milliseconds: seconds, or an HTTP date. Null where it says nothing that makes sense. */
export function retryAfterMs(header: string | string[] | null | undefined, now = Date.now()): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
