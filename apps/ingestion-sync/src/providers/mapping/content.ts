import type { DuplicateField } from '@tributary/contracts';
import { withMinorDigits } from '@tributary/money';
import { hash } from 'node:crypto';
import { dayOf, otherParty, UnmappedDocument } from './mapped-fields';

/**
 * The fields of a transaction for each member of `fields_for_duplicate_filtering`. Day, amount and currency always
 * count: without them the payments of a monthly rent would be one.
 */
const CONTENT = {
  booking_date: () => '',
  amount: () => '',
  currency: () => '',
  value_date: (document) => document.value_date ?? '',
  booking_datetime: (document) => document.booking_datetime,
  counterparty: (document) => {
    const party = otherParty(document);
    return party?.name ?? party?.iban ?? party?.bban ?? '';
  },
  remittance_information: ({ remittance_information: remittance }) =>
    remittance?.unstructured ?? remittance?.unstructured_array ?? remittance?.structured ?? '',
  additional_information: (document) => document.additional_information ?? '',
  balance_after_transaction: (document) => document.balance_after_transaction ?? '',
  bank_transaction_code: (document) => document.codes?.bank_transaction_code ?? '',
  end_to_end_id: (document) => document.external_identifiers?.end_to_end_id ?? '',
  entry_reference: (document) => document.external_identifiers?.entry_reference ?? '',
  check_id: (document) => document.external_identifiers?.check_id ?? '',
  mandate_id: (document) => document.external_identifiers?.mandate_id ?? '',
} satisfies Record<DuplicateField, (document: UnmappedDocument) => string>;

export function isDuplicateField(name: string): name is DuplicateField {
  return Object.hasOwn(CONTENT, name);
}

/** Returns the canonical text of a document's amount, even if an earlier release stored another text. */
export function canonicalAmount({ amount, currency }: Pick<UnmappedDocument, 'amount' | 'currency'>): string {
  return withMinorDigits(amount, currency);
}

/** Returns the stable content of a row as text; rows with equal content may be one transaction. */
export function contentOf(document: UnmappedDocument, fields: readonly string[]): string {
  return JSON.stringify([
    document.booked ? 'booked' : 'pending',
    dayOf(document) ?? '',
    canonicalAmount(document),
    document.currency,
    ...knownOf(fields).map((field) => CONTENT[field](document)),
    ...tradeContent(document),
  ]);
}

/** Caches the sorted fields of each configuration. */
const knownFields = new WeakMap<readonly string[], readonly DuplicateField[]>();

function knownOf(fields: readonly string[]): readonly DuplicateField[] {
  const made = knownFields.get(fields) ?? [...new Set(fields)].filter(isDuplicateField).sort();
  knownFields.set(fields, made);
  return made;
}

/** Returns the fields of the trade, which always count, because brokers use one text for all trades of a day. */
function tradeContent({ value_date: tradeDate, trade }: UnmappedDocument): string[] {
  if (!trade) return [];
  const { activity_type, units, external_reference_id, instrument, option } = trade;
  const what = option?.ticker ?? instrument.symbol;
  return [tradeDate ?? '', activity_type ?? '', what, units, external_reference_id];
}

/** Returns the key of a row without ids: its content and an occurrence counter. */
export function contentKey(content: string, occurrence: number): string {
  return `c:${hash('sha1', content, 'base64url')}#${occurrence}`;
}
