import { TransactionDocument, TransactionSplit } from '@tributary/contracts';
import { compareDecimals } from '@tributary/money';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { TransactionEdits, withEdits } from './edits';

/** A split as it is stored with the whole transaction: the sum of its parts, and their ids. */
export interface StoredSplit {
  readonly amount: string;
  readonly currency: string;
  readonly parts: readonly number[];
}

/** A user's changes to a transaction; later syncs do not change them. */
export interface UserLayers {
  readonly edits: TransactionEdits | null;
  readonly split: StoredSplit | null;
}

/** Builds the document that rules and other services see: the provider's document with the user's changes. */
export function shownDocument(
  provided: TransactionDocument,
  { edits, split }: UserLayers,
  map: FieldMap,
): TransactionDocument {
  const edited = withEdits(provided, edits, map);
  return split === null ? edited : { ...edited, split: shownSplit(split, edited) };
}

/** Whether the shown document may differ from the provider's, which is then stored beside it. */
export function isLayered({ edits, split }: UserLayers): boolean {
  return edits !== null || split !== null;
}

function shownSplit(
  { amount, currency, parts }: StoredSplit,
  whole: Pick<TransactionDocument, 'amount' | 'currency'>,
): TransactionSplit {
  const isConfirmed = currency === whole.currency && compareDecimals(amount, whole.amount) === 0;
  const status = isConfirmed ? 'CONFIRMED' : 'NEEDS_REVIEW';
  return { status, amount, currency, parts: parts.map(String) };
}
