import {
  holderOf,
  TransactionDocument,
  TransactionFieldChanges,
  TransactionFields,
} from '@tributary/contracts';
import { FieldMap, mapFields } from '../../providers/mapping/mapped-fields';

/** The user's edits of a transaction, by field; objects member by member. Neither the provider nor rules change them. */
export type TransactionEdits = TransactionFields;

/**
 * Builds the document that rules and other services see: the user's edits override the provider's values. The document
 * names the edited fields, so that rules do not change them.
 */
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
  // The account holder follows from the bank's document, even if the user's amount changes the direction.
  const holder = holderOf(document);
  if (holderOf(edited) !== holder) edited.holder = holder;
  const mappedFields = { ...mapFields(edited, map), ...mapped };
  return { ...edited, mapped_fields: mappedFields, edited_fields: editedFields(edits) };
}

/** Merges changes into earlier edits; a null releases a field. Returns null if no edit remains. */
export function changedEdits(
  earlier: TransactionEdits | null,
  changes: TransactionFieldChanges,
): TransactionEdits | null {
  return changedMembers(earlier ?? {}, changes);
}

function changedMembers(earlier: Members, changes: Members): Members | null {
  const edits: Record<string, unknown> = { ...earlier };
  for (const [field, change] of Object.entries(changes)) {
    const known = edits[field];
    const next = isMembers(change) ? changedMembers(isMembers(known) ? known : {}, change) : change;
    if (next === null) delete edits[field];
    else edits[field] = next;
  }
  return Object.keys(edits).length === 0 ? null : edits;
}

/** Sorted names of the edited fields, in the form that rules use. */
function editedFields(edits: TransactionEdits): string[] {
  return Object.entries(edits)
    .flatMap(([field, value]) =>
      isMembers(value) ? Object.keys(value).map((member) => `${field}.${member}`) : field,
    )
    .sort();
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
