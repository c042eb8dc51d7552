import { addAll } from '@tributary/contracts';
import { DestinationFailure, RowOutcome } from '../../../destinations/destination.port';
import { endsTurn, failedOutcome } from './sending';
import { Outcome } from '../attempt-result';

export interface SendOptions<Row> {
  /** Makes one request, after its permit. */
  readonly send: (rows: readonly Row[]) => Promise<RowOutcome[]>;
  /** The outcome of a refusal that concerns a single row. */
  readonly refusedRow: (reason: string, row: Row) => RowOutcome;
  /**
   * Whether the row is certain to be refused for the same reason as another: `named` is the row that the response
   * names, if it names one.
   */
  readonly refusedAlike: (reason: string, row: Row, named: Row | null) => boolean;
  /** Maximum number of rows in one request. */
  readonly rowsMax: number;
  /** The row's target; a deleted target does not affect rows of other targets. */
  readonly targetOf: (row: Row) => string;
}

/**
 * Sends rows in as many requests as necessary. After a failure that would also affect the next request, the remaining
 * rows are postponed. Returns an outcome for each row, in order.
 */
export async function sendInParts<Row>(rows: readonly Row[], options: SendOptions<Row>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < rows.length; from += options.rowsMax) {
    const part = rows.slice(from, from + options.rowsMax);
    const ended = outcomes.some(endsTurn);
    addAll(outcomes, ended ? part.map(() => POSTPONED) : await sendPart(part, options));
  }
  return outcomes;
}

/** No request was made; the transfer stays due. */
const POSTPONED: Outcome = { kind: 'postponed' };

/**
 * Sends rows in one request. If it is refused because of one row, the row that the response names is excluded, with
 * those that are certain to be refused like it. If the response names none, the row is searched, target by target and
 * then by halving, so that the other rows are still sent.
 */
async function sendPart<Row>(rows: readonly Row[], options: SendOptions<Row>): Promise<Outcome[]> {
  if (rows.length === 0) return [];
  try {
    return await options.send(rows);
  } catch (error) {
    const detail = error instanceof DestinationFailure ? error.detail : null;
    if (detail?.kind === 'refused') return withoutRefused(rows, detail, options);
    const targets = targetsOf(rows, options);
    if (detail?.kind === 'target-gone' && targets.length > 1) return sendByTarget(rows, targets, options);
    return rows.map(() => failedOutcome(error));
  }
}

async function withoutRefused<Row>(
  rows: readonly Row[],
  refusal: { readonly reason: string; readonly place: number | null },
  options: SendOptions<Row>,
): Promise<Outcome[]> {
  const { place, reason } = refusal;
  const [first] = rows;
  if (rows.length === 1 && first !== undefined) return [options.refusedRow(reason, first)];
  const named = place === null ? null : (rows[place] ?? null);
  const refused = new Set(rows.filter((row) => row === named || options.refusedAlike(reason, row, named)));
  if (refused.size > 0) return withoutThese(rows, refused, reason, options);
  const targets = targetsOf(rows, options);
  if (targets.length > 1) return sendByTarget(rows, targets, options);
  const middle = Math.ceil(rows.length / 2);
  const half = await sendPart(rows.slice(0, middle), options);
  return [...half, ...(await sendPart(rows.slice(middle), options))];
}

async function withoutThese<Row>(
  rows: readonly Row[],
  refused: ReadonlySet<Row>,
  reason: string,
  options: SendOptions<Row>,
): Promise<Outcome[]> {
  const sent = await sendPart(
    rows.filter((row) => !refused.has(row)),
    options,
  );
  const outcomes = sent.values();
  return rows.map((row) =>
    refused.has(row) ? options.refusedRow(reason, row) : (outcomes.next().value ?? { kind: 'unknown' }),
  );
}

function targetsOf<Row>(rows: readonly Row[], { targetOf }: SendOptions<Row>): string[] {
  return [...new Set(rows.map(targetOf))];
}

async function sendByTarget<Row>(
  rows: readonly Row[],
  targets: readonly string[],
  options: SendOptions<Row>,
): Promise<Outcome[]> {
  const outcomes = new Map<Row, Outcome>();
  for (const target of targets) {
    const part = rows.filter((row) => options.targetOf(row) === target);
    const came = await sendPart(part, options);
    part.forEach((row, place) => outcomes.set(row, came[place] ?? { kind: 'unknown' }));
  }
  return rows.map((row) => outcomes.get(row) ?? { kind: 'unknown' });
}
