import { wasNeverSent } from '@tributary/outbound';
import { redacted } from '@tributary/service';
import { DestinationFailure, FailureDetail } from '../destination.port';

const REASON_CHARS_MAX = 300;

/** An answer that is not a success, as a failure of the request. `body` is the parsed JSON, if it was JSON. */
export function failureOfAnswer(
  status: number,
  retryAfterMs: number | null,
  body: unknown,
): DestinationFailure {
  return new DestinationFailure(detailOf(status, retryAfterMs, reasonOf(status, body)));
}

function detailOf(status: number, retryAfterMs: number | null, reason: string): FailureDetail {
  if (status === 429) return { kind: 'rate-limited', retryAfterMs };
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason };
  if (status === 408 || status >= 500) return { kind: 'outcome-unknown', reason };
  return { kind: 'refused', reason, place: placeIn(reason) };
}

/** The budget is not there, or not for this user any more. */
export function failureOfTarget(): DestinationFailure {
  const reason = 'The budget was deleted at BUDGETA, or is not open to this connection any more.';
  return new DestinationFailure({ kind: 'target-gone', reason });
}

/** A request that got no answer at all, or one that broke off. */
export function failureOfConnection(cause: unknown): DestinationFailure {
  const kind = wasNeverSent(cause) ? 'unavailable' : 'outcome-unknown';
  const reason =
    kind === 'unavailable' ? 'BUDGETA could not be reached.' : 'The connection to BUDGETA broke off.';
  return new DestinationFailure({ kind, reason }, { cause });
}

/** A success whose body is not what it should be: done or not, it is not known. */
export function failureOfBody(): DestinationFailure {
  return new DestinationFailure({
    kind: 'outcome-unknown',
    reason: 'The answer of BUDGETA could not be read.',
  });
}

/** `{"error": {"id": "400", "name": "bad_request", "detail": "…"}}` */
function reasonOf(status: number, body: unknown): string {
  const error = (body as { error?: { detail?: unknown; name?: unknown } } | null)?.error;
  const texts = [error?.detail, error?.name].filter((text): text is string => typeof text === 'string');
  const said = texts.find((text) => text !== '') ?? `BUDGETA answered ${status}.`;
  return redacted(said).slice(0, REASON_CHARS_MAX);
}

/** Some answers name the row: `transactions[3].date must not …`. */
function placeIn(reason: string): number | null {
  const [, index] = /transactions\[(\d{1,5})\]/.exec(reason) ?? [];
  return index === undefined ? null : Number(index);
}

export function isFutureDate(reason: string): boolean {
  return /future/i.test(reason);
}
