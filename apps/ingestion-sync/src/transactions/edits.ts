import { TransactionDocument } from '@tributary/contracts';
import { TransactionEdits } from './stored-transaction';

const MERGED_BY_MEMBER = ['mapped_fields', 'debtor', 'creditor', 'remittance_information'] as const;

/** The document that everyone sees: what the user set stands before what the provider tells. */
export function withEdits(
  document: TransactionDocument,
  edits: TransactionEdits | null,
): TransactionDocument {
  return edits === null ? document : { ...document, ...mergedEdits(document, edits) };
}

/** Further edits beside earlier ones: objects are edited member by member. */
export function mergedEdits(
  earlier: TransactionDocument | TransactionEdits,
  edits: TransactionEdits,
): TransactionEdits {
  const merged: Record<string, unknown> = { ...edits };
  for (const field of MERGED_BY_MEMBER) {
    if (edits[field] !== undefined) merged[field] = { ...earlier[field], ...edits[field] };
  }
  return merged;
}
