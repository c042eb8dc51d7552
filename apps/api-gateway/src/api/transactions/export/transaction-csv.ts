import { stringify } from 'csv-stringify/sync';

/** A transaction in its REST form, with the name of its account where the token may see it. */
export type ExportedTransaction = Readonly<Record<string, unknown>>;

/** Amounts are checked decimals: a minus at their beginning is a sign and no formula. */
const AMOUNT = 'amount';

/** The columns, each named as the member of the REST form whose value it has. */
const COLUMNS = [
  'id',
  'financial_account_id',
  'financial_account.name',
  'booked',
  'booking_date',
  'value_date',
  AMOUNT,
  'currency',
  'mapped_fields.date',
  'mapped_fields.payee',
  'mapped_fields.description',
  'debtor.name',
  'debtor.iban',
  'debtor.bban',
  'creditor.name',
  'creditor.iban',
  'creditor.bban',
  'remittance_information.structured',
  'remittance_information.unstructured',
  'additional_information',
  'external_identifiers.institution_transaction_id',
  'external_identifiers.end_to_end_id',
  'is_own_transfer',
  'split_of',
  'under_review',
  'edited_fields',
  'created_at',
  'updated_at',
] as const;

const BYTE_ORDER_MARK = '\ufeff';

/** The first line. @param isMarked whether a byte order mark precedes it, by which Excel recognises UTF-8 */
export function csvHeader(isMarked: boolean): string {
  return `${isMarked ? BYTE_ORDER_MARK : ''}${csv([COLUMNS])}`;
}

/** A line for each transaction, in the format of RFC 4180. */
export function csvLines(transactions: readonly ExportedTransaction[]): string {
  return csv(transactions.map((transaction) => COLUMNS.map((column) => valueOf(transaction, column))));
}

function csv(records: readonly (readonly string[])[]): string {
  return stringify([...records], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

function valueOf(transaction: ExportedTransaction, column: (typeof COLUMNS)[number]): string {
  const text = textOf(memberOf(transaction, column));
  return column === AMOUNT ? text : defused(text);
}

function memberOf(transaction: ExportedTransaction, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as ExportedTransaction)[name] : undefined;
  }, transaction);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : '';
}

/**
 * Protects a text from spreadsheets, which run texts that begin like formulas; an apostrophe makes them texts again.
 * Many separate values by another mark than the comma, as Excel does by a semicolon in most of Europe, so the text
 * after such a mark begins a cell, too.
 */
function defused(text: string): string {
  const begun = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return begun.replaceAll(/([;|\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g, "$1'");
}
