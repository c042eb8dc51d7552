import { wasNeverSent } from '@tributary/outbound';
import { redacted } from '@tributary/service';
import { excessiveAnswer, LARGE_ANSWER, quoted } from '../http/answer-limits';
import { DestinationFailure, FailureDetail } from '../destination.port';

const REASON_CHARS_MAX = 300;
const ACCOUNT_GONE = 'The account was deleted at BUDGETA.';

/**
 * Translates a response that is not a success into a failure of the request. `body` is the parsed JSON, if it was JSON.
 */
export function failureOfAnswer(
  status: number,
  retryAfterMs: number | null,
  body: unknown,
): DestinationFailure {
  if (status === 403) {
    return new DestinationFailure({ kind: 'unauthorized', reason: forbiddenReason(body), renewable: false });
  }
  return new DestinationFailure(detailOf(status, retryAfterMs, reasonOf(status, body)));
}

/** The meaning of a 403, by its `name`. The connection pauses for an hour and recovers when the cause is gone. */
const FORBIDDEN: ReadonlyMap<unknown, string> = new Map([
  ['subscription_lapsed', 'The subscription at BUDGETA has lapsed.'],
  ['trial_expired', 'The trial at BUDGETA has expired.'],
  ['unauthorized_scope', 'The access to BUDGETA does not include writing. Connect again and allow it.'],
  ['data_limit_reached', 'BUDGETA accepts no more: a limit on the amount of its data was reached.'],
]);

function forbiddenReason(body: unknown): string {
  return FORBIDDEN.get(errorIn(body)?.name) ?? reasonOf(403, body);
}

function detailOf(status: number, retryAfterMs: number | null, reason: string): FailureDetail {
  if (status === 429) return { kind: 'rate-limited', retryAfterMs };
  if (status === 401) return { kind: 'unauthorized', reason };
  if (status === 408 || status >= 500) return { kind: 'outcome-unknown', reason };
  if (isAccountRefusal(reason)) return { kind: 'target-gone', reason: ACCOUNT_GONE };
  return { kind: 'refused', reason, place: placeIn(reason) };
}

/** The budget does not exist, or this user has lost access to it. */
export function failureOfTarget(): DestinationFailure {
  const reason = 'The budget was deleted at BUDGETA, or is not open to this connection any more.';
  return new DestinationFailure({ kind: 'target-gone', reason });
}

/** The request got no response, or a response that broke off or was too large. */
export function failureOfConnection(cause: unknown): DestinationFailure {
  const kind = wasNeverSent(cause) ? 'unavailable' : 'outcome-unknown';
  const reason =
    excessiveAnswer('BUDGETA', cause, LARGE_ANSWER) ??
    (kind === 'unavailable' ? 'BUDGETA could not be reached.' : 'The connection to BUDGETA broke off.');
  return new DestinationFailure({ kind, reason }, { cause });
}

/** A success with an unreadable body: whether the rows were written is unknown. */
export function failureOfBody(): DestinationFailure {
  return new DestinationFailure({
    kind: 'outcome-unknown',
    reason: 'The answer of BUDGETA could not be read.',
  });
}

/** `{"error": {"id": "400", "name": "bad_request", "detail": "…"}}` */
function reasonOf(status: number, body: unknown): string {
  const error = errorIn(body);
  const texts = [error?.detail, error?.name].filter((text): text is string => typeof text === 'string');
  const said = texts.find((text) => text !== '') ?? `BUDGETA answered ${status}.`;
  return redacted(quoted(said)).slice(0, REASON_CHARS_MAX);
}

function errorIn(body: unknown): { readonly detail?: unknown; readonly name?: unknown } | undefined {
  return (body as { error?: { detail?: unknown; name?: unknown } } | null)?.error;
}

/** Refusals of a bulk name the first row that is wrong: `date must not be … (index: 3)`. */
function placeIn(reason: string): number | null {
  const [, index] = /\(index: (\d{1,5})\)/.exec(reason) ?? [];
  return index === undefined ? null : Number(index);
}

/** `category must be formatted as a uuid (index: 0)`, `category_id does not exist (index: 0)` */
export function isCategoryRefusal(reason: string): boolean {
  return /\bcategory\b|\bcategory_id\b/i.test(reason);
}

/** The account was deleted, so BUDGETA accepts no row for it. */
function isAccountRefusal(reason: string): boolean {
  return /\baccount(_id)? (does not exist|is deleted|not found)/i.test(reason);
}

/** BUDGETA has one text for both limits: `date must not be in the future or over 5 years ago (index: 0)`. */
export function isDateRefusal(reason: string): boolean {
  return /\bdate must not be in the future\b/i.test(reason);
}
