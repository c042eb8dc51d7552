import { TransactionDocument } from '@tributary/contracts';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { changedEdits, TransactionEdits, withEdits } from './edits';

/** Fields in which the bank and enrichers describe the payment as a whole; parts do not repeat them. */
const OF_THE_WHOLE = [
  'balance_after_transaction',
  'external_identifiers',
  'additional_data_structured',
  'additional_information_structured',
  'trade',
  'enriched',
] as const satisfies readonly (keyof TransactionDocument)[];

/** The split transaction: the provider's document, and the user's edits of it. */
export interface WholeTransaction {
  readonly id: number;
  readonly provided: TransactionDocument;
  readonly edits: TransactionEdits | null;
}

/**
 * Builds the document of a part: the whole's document, overridden by the user's edits of the whole, then by those of
 * the part. Amount and currency are always the part's own. Pure: no I/O.
 */
export function partDocument(
  { id, provided, edits }: WholeTransaction,
  ofPart: TransactionEdits,
  map: FieldMap,
): TransactionDocument {
  const document = { ...withEdits(provided, changedEdits(edits, ofPart), map) };
  for (const member of OF_THE_WHOLE) delete document[member];
  return { ...document, split_of: String(id) };
}
