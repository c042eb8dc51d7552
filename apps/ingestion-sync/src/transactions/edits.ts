import {
  holderOf,
  TransactionDocument,
  TransactionFieldChanges,
  TransactionFields,
} from '@tributary/contracts';
import { FieldMap, mapFields } from '../mapping/mapped-fields';

/** What a user set, by field; objects member by member. It stays whatever the provider reports. */
export type TransactionEdits = TransactionFields;

/** The document that everyone sees: what the user set stands before what the provider reports. */
export function withEdits(
  document: TransactionDocument,
  edits: TransactionEdits | null,
  map: FieldMap,
): TransactionDocument {
  if (edits === null) return document;
  const { mapped_fields: mapped, debtor, creditor, remittance_information: remittance, ...plain } = edits;
  const edited: TransactionDocument = {
    ...document,
    ...plain,
    ...(debtor && { debtor: { ...document.debtor, ...debtor } }),
    ...(creditor && { creditor: { ...document.creditor, ...creditor } }),
    ...(remittance && { remittance_information: { ...document.remittance_information, ...remittance } }),
  };
  // The bank says who holds the account, whatever a user makes of the amount.
  const holder = holderOf(document);
  if (holderOf(edited) !== holder) edited.holder = holder;
  return { ...edited, mapped_fields: { ...mapFields(edited, map), ...mapped } };
}

/** Earlier edits with further ones; null takes one back. Null where nothing is left. */
export function changedEdits(
  earlier: TransactionEdits | null,
  changes: TransactionFieldChanges,
): TransactionEdits | null {
  const edits: Record<string, unknown> = { ...earlier };
  for (const [field, change] of Object.entries(changes)) {
    const known = edits[field];
    if (change === null) delete edits[field];
    else edits[field] = isObject(known) && isObject(change) ? { ...known, ...change } : change;
  }
  return Object.keys(edits).length === 0 ? null : edits;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
