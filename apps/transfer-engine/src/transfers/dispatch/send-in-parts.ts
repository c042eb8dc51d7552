import { DestinationFailure, RowOutcome } from '../../destinations/destination.port';
import { Outcome } from './settle';
import { AllowanceSpentError } from './unit-claims';

export interface SendOptions<Row> {
  /** Makes one request, having asked for leave to. */
  readonly send: (rows: readonly Row[]) => Promise<RowOutcome[]>;
  /** What a single row that was refused for itself comes to. */
  readonly refusedRow: (reason: string) => RowOutcome;
}

/**
 * Sends rows in one request. Where the whole is refused because of one row, that row is left out (if the answer
 * names it) or searched for by halving: its neighbours must not wait for it. An outcome for each row, in order.
 */
export async function sendInParts<Row>(rows: readonly Row[], options: SendOptions<Row>): Promise<Outcome[]> {
  if (rows.length === 0) return [];
  try {
    return await options.send(rows);
  } catch (error) {
    if (error instanceof AllowanceSpentError) return rows.map(() => SPENT);
    if (!(error instanceof DestinationFailure)) throw error;
    const { detail } = error;
    if (detail.kind !== 'refused') return rows.map(() => ({ kind: 'failed', failure: detail }));
    if (rows.length === 1) return [options.refusedRow(detail.reason)];
    return withoutRefused(rows, detail, options);
  }
}

/** No request was made: the transfers just wait on. */
const SPENT: Outcome = { kind: 'postponed' };

async function withoutRefused<Row>(
  rows: readonly Row[],
  refusal: { readonly reason: string; readonly place: number | null },
  options: SendOptions<Row>,
): Promise<Outcome[]> {
  const { place, reason } = refusal;
  if (place !== null && place < rows.length) {
    const others = await sendInParts([...rows.slice(0, place), ...rows.slice(place + 1)], options);
    return [...others.slice(0, place), options.refusedRow(reason), ...others.slice(place)];
  }
  const middle = Math.ceil(rows.length / 2);
  const first = await sendInParts(rows.slice(0, middle), options);
  return [...first, ...(await sendInParts(rows.slice(middle), options))];
}
