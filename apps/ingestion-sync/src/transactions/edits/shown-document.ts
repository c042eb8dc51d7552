import { TransactionDocument, TransactionSplit } from '@tributary/contracts';
import { compareDecimals } from '@tributary/money';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { TransactionEdits, withEdits } from './edits';

/** A split as it is kept with the transaction that was split: what the parts add up to, and which they are. */
export interface StoredSplit {
  readonly amount: string;
  readonly currency: string;
  readonly parts: readonly number[];
}

/** What the user made of a transaction. It stays whatever the provider reports. */
export interface UserLayers {
  readonly edits: TransactionEdits | null;
  readonly split: StoredSplit | null;
}

/** The document that rules and everyone else see: the provider's, under what the user made of it. */
export function shownDocument(
  provided: TransactionDocument,
  { edits, split }: UserLayers,
  map: FieldMap,
): TransactionDocument {
  const edited = withEdits(provided, edits, map);
  return split === null ? edited : { ...edited, split: shownSplit(split, edited) };
}

/** Whether the shown document is another one than the provider's, which is then kept beside it. */
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
