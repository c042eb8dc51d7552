import { FoundRow, HeldContent } from '../destination.port';
import { fromMilliunits } from './resources';

/** The fields that this service reads of a transaction in a response of BUDGETA. */
export interface AnsweredRow {
  readonly id: string;
  readonly account_id?: unknown;
  readonly import_id?: unknown;
  readonly date?: unknown;
  readonly amount?: unknown;
  readonly payee_name?: unknown;
  readonly memo?: unknown;
  readonly category_id?: unknown;
  readonly cleared?: unknown;
  readonly deleted?: unknown;
}

/** Returns the rows of a response that have an id; a row without one cannot be used. */
export function rowsIn(list: unknown): AnsweredRow[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter(
    (row): row is AnsweredRow => typeof (row as { id?: unknown } | null)?.id === 'string',
  );
}

export function idsByImportId(list: unknown): Map<string, string> {
  return new Map(rowsIn(list).map(({ id, import_id: key }) => [String(key), id]));
}

export function toFound(row: AnsweredRow): FoundRow {
  return {
    destinationId: row.id,
    targetExternalId: String(row.account_id),
    key: typeof row.import_id === 'string' ? row.import_id : null,
    state: row.deleted === true ? 'deleted' : row.cleared === 'reconciled' ? 'locked' : 'present',
    content: heldContent(row),
  };
}

function heldContent({
  date,
  amount,
  cleared,
  payee_name: payee,
  memo,
  category_id: category,
}: AnsweredRow): HeldContent {
  return {
    date: typeof date === 'string' ? date : null,
    amount: Number.isSafeInteger(amount) ? fromMilliunits(amount) : null,
    cleared: typeof cleared === 'string' ? cleared !== 'uncleared' : null,
    payee: typeof payee === 'string' ? payee : payee === null ? '' : null,
    description: typeof memo === 'string' ? memo : memo === null ? '' : null,
    category: typeof category === 'string' ? category : category === null ? '' : null,
  };
}
