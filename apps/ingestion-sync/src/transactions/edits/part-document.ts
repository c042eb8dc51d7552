import { TransactionDocument } from '@tributary/contracts';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { changedEdits, TransactionEdits, withEdits } from './edits';

/** What the bank and an enricher say of the payment as a whole: its parts do not repeat it. */
const OF_THE_WHOLE = [
  'balance_after_transaction',
  'external_identifiers',
  'additional_data_structured',
  'additional_information_structured',
  'trade',
  'enriched',
] as const satisfies readonly (keyof TransactionDocument)[];

/** The transaction that was split: as the provider reports it, and what the user set on it. */
export interface WholeTransaction {
  readonly id: number;
  readonly provided: TransactionDocument;
  readonly edits: TransactionEdits | null;
}

/**
 * What everyone sees of a part: what it has of the whole, under what the user set there and, before that, on the part
 * itself. Its amount and currency are always the part's own. Pure: no I/O.
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
