import type { paths } from '@tributary/client';

/** The query of `GET /finance/transactions`. */
export type TransactionsQuery = NonNullable<paths['/finance/transactions']['get']['parameters']['query']>;

type NameIn<Key> = Key extends `filter[${infer Name}]` ? Name : never;
/** A filter of the API. */
export type FilterName = NameIn<keyof TransactionsQuery>;

/**
 * How the values of a filter are chosen:
 * texts    – any texts; one of them is found
 * ids      – numbers
 * accounts – accounts of the user
 * flag     – yes or no
 * currency – codes of currencies
 * choices  – the listed values
 * day, moment, amount – one value
 * words    – the search box
 */
interface SingleField {
  readonly label: string;
  readonly kind: 'flag' | 'day' | 'moment' | 'amount' | 'words';
}
/** Several values, of which one has to match. */
export interface SeveralField {
  readonly label: string;
  readonly kind: 'texts' | 'ids' | 'accounts' | 'currency';
}
export interface ChoiceField {
  readonly label: string;
  readonly kind: 'choices';
  readonly choices: Readonly<Record<string, string>>;
}
type FilterField = SingleField | SeveralField | ChoiceField;

/** Every filter of the API: one more there, or one less, does not compile here. */
export const FILTERS = {
  search: { label: 'Search', kind: 'words' },
  financial_account_id: { label: 'Account', kind: 'accounts' },
  date_after: { label: 'Date from', kind: 'day' },
  date_before: { label: 'Date until', kind: 'day' },
  amount_min: { label: 'Amount from', kind: 'amount' },
  amount_max: { label: 'Amount up to', kind: 'amount' },
  booked: { label: 'Booked', kind: 'flag' },
  currency: { label: 'Currency', kind: 'currency' },
  transfer_status: {
    label: 'Transfer',
    kind: 'choices',
    choices: {
      PENDING: 'waits',
      TRANSFERRED: 'transferred',
      FAILED: 'failed',
      SKIPPED: 'skipped by a rule',
      NONE: 'none',
    },
  },
  is_own_transfer: { label: 'Between own accounts', kind: 'flag' },
  under_review: { label: 'Under review', kind: 'flag' },
  split: {
    label: 'Split',
    kind: 'choices',
    choices: {
      NONE: 'not split',
      PART: 'parts',
      SPLIT: 'split ones',
      REVIEW: 'amount has changed since',
    },
  },
  booking_date_after: { label: 'Booking date from', kind: 'day' },
  booking_date_before: { label: 'Booking date until', kind: 'day' },
  value_date_after: { label: 'Value date from', kind: 'day' },
  value_date_before: { label: 'Value date until', kind: 'day' },
  category: { label: 'Category', kind: 'texts' },
  tag: { label: 'Tag', kind: 'texts' },
  counterparty: { label: 'Counterparty', kind: 'texts' },
  is_subscription: { label: 'Subscription', kind: 'flag' },
  'creditor.name': { label: 'Creditor', kind: 'texts' },
  'debtor.name': { label: 'Debtor', kind: 'texts' },
  'creditor.iban': { label: 'Creditor IBAN', kind: 'texts' },
  'creditor.bban': { label: 'Creditor account number', kind: 'texts' },
  'debtor.iban': { label: 'Debtor IBAN', kind: 'texts' },
  'debtor.bban': { label: 'Debtor account number', kind: 'texts' },
  'remittance_information.unstructured': { label: 'Remittance text', kind: 'texts' },
  'remittance_information.structured': { label: 'Remittance reference', kind: 'texts' },
  'remittance_information.unstructured_array': { label: 'Remittance texts (list)', kind: 'texts' },
  'remittance_information.structured_array': { label: 'Remittance references (list)', kind: 'texts' },
  additional_information: { label: 'Additional information', kind: 'texts' },
  additional_information_structured: { label: 'Additional information (structured)', kind: 'texts' },
  additional_data_structured: { label: 'Additional data (structured)', kind: 'texts' },
  'financial_account.name': { label: 'Account name', kind: 'texts' },
  'financial_account.display_name': { label: 'Account display name', kind: 'texts' },
  'financial_account.iban': { label: 'Account IBAN', kind: 'texts' },
  'financial_account.bban': { label: 'Account number', kind: 'texts' },
  'external_identifiers.institution_transaction_id': { label: 'Bank’s transaction id', kind: 'texts' },
  reference: { label: 'Connection reference', kind: 'texts' },
  id: { label: 'Transaction', kind: 'ids' },
  updated_after: { label: 'Changed after', kind: 'moment' },
} as const satisfies Readonly<Record<FilterName, FilterField>>;

/** All filters, in the order in which they are offered. */
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

/** The declaration of a filter. */
export function filterField(name: FilterName): FilterField {
  return FILTERS[name];
}

/** The values that a filter's text has; a comma that belongs to a value has a backslash before it. */
export function valuesIn(text: string): readonly string[] {
  const values = text.match(/(?:\\[\s\S]|[^,\\])+/g) ?? [];
  return values.map((value) => value.replaceAll(/\\([\s\S])/g, '$1').trim()).filter((value) => value !== '');
}

/** The text of a filter with these values. @param isText whether commas and backslashes belong to a value */
export function textOfValues(values: readonly string[], isText: boolean): string {
  const escaped = isText ? values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)) : values;
  return escaped.join(',');
}
