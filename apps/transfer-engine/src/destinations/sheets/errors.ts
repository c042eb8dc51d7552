import { wasNeverSent } from '@tributary/outbound';
import { redacted } from '@tributary/service';
import { DestinationFailure, FailureDetail } from '../destination.port';

const REASON_CHARS_MAX = 300;
/** Google names no time; its quotas are of a minute. */
const WAIT_MS = 60_000;
const NOT_OPEN =
  'The spreadsheet was deleted, or is not shared (as an editor) with the account that is connected any more.';
const API_IS_OFF =
  'The Google Sheets API is not enabled in the project of the service account or the application.';
const WRITTEN_MEANWHILE = 'The sheet was written by somebody else at the same moment.';

/** An answer of Google that is not a success. `writes`: whether the request was to change anything. */
export function failureOfAnswer(
  answer: { readonly status: number; readonly body: unknown; readonly retryAfterMs: number | null },
  writes: boolean,
): DestinationFailure {
  return new DestinationFailure(detailOf(answer.status, answer.retryAfterMs, messageOf(answer), writes));
}

function detailOf(
  status: number,
  retryAfterMs: number | null,
  message: string,
  writes: boolean,
): FailureDetail {
  if (status === 429) return { kind: 'rate-limited', retryAfterMs: retryAfterMs ?? WAIT_MS };
  if (status === 401) return { kind: 'unauthorized', reason: message };
  if (status === 403 && /has not been used|is disabled/i.test(message))
    return { kind: 'unauthorized', reason: API_IS_OFF };
  if (status === 403 && /protected/i.test(message)) return { kind: 'refused', reason: message, place: null };
  if (status === 403 || status === 404) return { kind: 'target-gone', reason: NOT_OPEN };
  if (status === 408 || status >= 500)
    return { kind: writes ? 'outcome-unknown' : 'unavailable', reason: message };
  if (/No grid with id/i.test(message)) return placeGone().detail;
  // The mark of the newest write has changed since it was read: nothing of the batch was done.
  if (/NamedRange/i.test(message)) return { kind: 'unavailable', reason: WRITTEN_MEANWHILE };
  return { kind: 'refused', reason: message, place: null };
}

export function placeGone(): DestinationFailure {
  return new DestinationFailure({ kind: 'target-gone', reason: 'The sheet was deleted in the spreadsheet.' });
}

/** A request that got no answer at all, or one that broke off. */
export function failureOfConnection(cause: unknown, writes: boolean): DestinationFailure {
  const unread = wasNeverSent(cause);
  const kind = unread || !writes ? 'unavailable' : 'outcome-unknown';
  const reason = unread
    ? 'Google Sheets could not be reached.'
    : 'The connection to Google Sheets broke off.';
  return new DestinationFailure({ kind, reason }, { cause });
}

/** A success whose body is not what it should be. What was to be written may be there. */
export function failureOfBody(writes: boolean): DestinationFailure {
  const kind = writes ? 'outcome-unknown' : 'unavailable';
  return new DestinationFailure({ kind, reason: 'The answer of Google Sheets could not be read.' });
}

/** Whether a refusal says that the spreadsheet is full: no row of the request fits, so there is none to be searched for. */
export function isFull(failure: DestinationFailure): boolean {
  return failure.detail.kind === 'refused' && /limit of \d+ cells/i.test(failure.detail.reason);
}

/** `{"error": {"code": 400, "message": "…", "status": "INVALID_ARGUMENT"}}` */
function messageOf({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const said = (body as { error?: { message?: unknown } } | null)?.error?.message;
  const text = typeof said === 'string' && said !== '' ? said : `Google Sheets answered ${status}.`;
  return redacted(text).slice(0, REASON_CHARS_MAX);
}
