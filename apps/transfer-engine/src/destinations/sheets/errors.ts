import { wasNeverSent } from '@tributary/outbound';
import { redacted } from '@tributary/service';
import { excessiveAnswer, LARGE_ANSWER, quoted } from '../http/answer-limits';
import { DestinationFailure, FailureDetail } from '../destination.port';

const REASON_CHARS_MAX = 300;
/** Pause after a rate limit; Google gives no duration, and its quotas are per minute. */
const WAIT_MS = 60_000;
const NOT_OPEN =
  'The spreadsheet was deleted, or is not shared (as an editor) with the account that is connected any more.';
const API_IS_OFF =
  'The Google Sheets API is not enabled in the project of the service account or the application.';
const PROTECTED =
  'The sheet, or a range of it, is protected in Google Sheets: let the connected account edit it, then retry the transfers.';
const FULL = 'The spreadsheet is full: it has as many cells as Google allows.';
const WRITTEN_MEANWHILE = 'The sheet was written by somebody else at the same moment.';

/** Translates a response that is not a success. `writes`: whether the request was meant to change anything. */
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
  const place = requestIn(message);
  if (isProtected(message)) return { kind: 'refused', reason: PROTECTED, place };
  if (status === 403 || status === 404) return { kind: 'target-gone', reason: NOT_OPEN };
  if (status === 408 || status >= 500)
    return { kind: writes ? 'outcome-unknown' : 'unavailable', reason: message };
  if (/No grid with id/i.test(message)) return placeGone().detail;
  // The mark of the newest write changed after the sheet was read, so Google refused the whole batch.
  if (/NamedRange/i.test(message)) return { kind: 'unavailable', reason: WRITTEN_MEANWHILE };
  return { kind: 'refused', reason: message.replace(REQUEST, ''), place };
}

/** Refusals of a batch name one of its requests: `Invalid requests[3].appendCells: …` */
const REQUEST = /^Invalid requests\[(\d{1,6})\]\.\w+: /;

function requestIn(message: string): number | null {
  const [, index] = REQUEST.exec(message) ?? [];
  return index === undefined ? null : Number(index);
}

function isProtected(message: string): boolean {
  return /protected (cell|range|sheet|object)/i.test(message);
}

/** The row that a request of a batch writes, by its index; `rows`: all rows of its sheet; `sheet`: no row. */
export type WrittenBy = number | 'rows' | 'sheet';

/**
 * Translates a refused batch into a refusal of rows: of one row if the response names a request for it, of the whole
 * target if no row could succeed, and otherwise of a row that is still to be found.
 */
export function refusalOfBatch(error: unknown, writers: readonly WrittenBy[]): unknown {
  if (!(error instanceof DestinationFailure) || error.detail.kind !== 'refused') return error;
  const { reason, place } = error.detail;
  const writer = place === null ? 'rows' : (writers[place] ?? 'rows');
  return new DestinationFailure(detailOfRows(reason, writer), { cause: error });
}

function detailOfRows(reason: string, writer: WrittenBy): FailureDetail {
  if (isFull(reason)) return { kind: 'target-gone', reason: FULL };
  if (writer === 'sheet') return { kind: 'target-gone', reason };
  if (writer === 'rows' && reason === PROTECTED) return { kind: 'target-gone', reason };
  return { kind: 'refused', reason, place: writer === 'rows' ? null : writer };
}

export function placeGone(): DestinationFailure {
  return new DestinationFailure({ kind: 'target-gone', reason: 'The sheet was deleted in the spreadsheet.' });
}

/** The request got no response, or a response that broke off or was too large. */
export function failureOfConnection(cause: unknown, writes: boolean): DestinationFailure {
  const unread = wasNeverSent(cause);
  const kind = unread || !writes ? 'unavailable' : 'outcome-unknown';
  const reason =
    excessiveAnswer('Google Sheets', cause, LARGE_ANSWER) ??
    (unread ? 'Google Sheets could not be reached.' : 'The connection to Google Sheets broke off.');
  return new DestinationFailure({ kind, reason }, { cause });
}

/** A success with an unreadable body; a write may have been applied. */
export function failureOfBody(writes: boolean): DestinationFailure {
  const kind = writes ? 'outcome-unknown' : 'unavailable';
  return new DestinationFailure({ kind, reason: 'The answer of Google Sheets could not be read.' });
}

/**
 * Returns whether the spreadsheet is full: then no row of the request fits, and searching for a wrong one is useless.
 */
function isFull(reason: string): boolean {
  return /limit of \d+ cells/i.test(reason);
}

/** `{"error": {"code": 400, "message": "…", "status": "INVALID_ARGUMENT"}}` */
function messageOf({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const said = (body as { error?: { message?: unknown } } | null)?.error?.message;
  const text = typeof said === 'string' && said !== '' ? said : `Google Sheets answered ${status}.`;
  return redacted(quoted(text)).slice(0, REASON_CHARS_MAX);
}
