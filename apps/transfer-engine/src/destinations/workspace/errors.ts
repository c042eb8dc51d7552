import { APIErrorCode, isNotionClientError } from '@notionhq/client';
import { retryAfterMs, wasNeverSent } from '@tributary/outbound';
import { redacted } from '@tributary/service';
import { excessiveAnswer, PAGE_ANSWER, quoted } from '../http/answer-limits';
import { DestinationFailure, FailureDetail } from '../destination.port';

const REASON_CHARS_MAX = 300;
/** Pause if the response gives none; Notion's limits are per minute at most. */
const WAIT_MS = 60_000;
/** The user may restore the data source, so its pages do not count as deleted. */
export const IN_TRASH =
  'The data source is in the trash of the workspace: restore it there, then retry the transfers.';

/**
 * Translates an error of the client into a failure of the request. `writes`: whether it was meant to change anything.
 */
export function failureOf(error: unknown, writes: boolean): DestinationFailure {
  if (isNotionClientError(error) && 'status' in error) {
    const answer = { status: error.status, code: error.code, message: error.message };
    return new DestinationFailure(detailOf(answer, waitIn(error.headers), writes), { cause: error });
  }
  const unread = wasNeverSent(error);
  const kind = unread || !writes ? 'unavailable' : 'outcome-unknown';
  return new DestinationFailure({ kind, reason: reasonWithout(error, unread) }, { cause: error });
}

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

function detailOf(answer: Answer, waitMs: number | null, writes: boolean): FailureDetail {
  const { status, code } = answer;
  const reason = redacted(quoted(answer.message) || `Notion answered ${status}.`).slice(0, REASON_CHARS_MAX);
  if (status === 429) return { kind: 'rate-limited', retryAfterMs: waitMs ?? WAIT_MS };
  // The service is overloaded and has not processed the request.
  if (status === 529)
    return waitMs === null ? { kind: 'unavailable', reason } : { kind: 'rate-limited', retryAfterMs: waitMs };
  if (status === 401) return { kind: 'unauthorized', reason };
  if (status === 403) return { kind: 'unauthorized', reason, renewable: false };
  if (code === String(APIErrorCode.ObjectNotFound)) {
    return {
      kind: 'target-gone',
      reason: 'It was deleted in the workspace, or is not shared with the integration any more.',
    };
  }
  // The parent of the page is in the trash. (For a page that is itself in the trash, the message is "archived", without
  // an ancestor.)
  if (/archived ancestor/i.test(reason)) return { kind: 'target-gone', reason: IN_TRASH };
  // A conflict (409) is retried after a lookup of whether the write was applied.
  if (status === 408 || status === 409 || status >= 500) {
    return { kind: writes ? 'outcome-unknown' : 'unavailable', reason };
  }
  return { kind: 'refused', reason, place: null };
}

function waitIn(headers: unknown): number | null {
  const value: unknown = (headers as Record<string, unknown> | null)?.['retry-after'];
  return retryAfterMs(typeof value === 'string' ? value : null);
}

function reasonWithout(error: unknown, unread: boolean): string {
  const excess = excessiveAnswer('Notion', error, PAGE_ANSWER);
  if (excess !== null) return excess;
  if (unread) return 'Notion could not be reached.';
  return error instanceof SyntaxError
    ? 'The answer of Notion could not be read.'
    : 'The connection to Notion broke off.';
}
