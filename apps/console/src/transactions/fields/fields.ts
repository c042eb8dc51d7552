import type { paths } from '@tributary/client';
import type { Transaction } from '../transaction';

/** The body of `PUT /finance/transactions/{transactionId}`. */
export type TransactionChanges =
  paths['/finance/transactions/{transactionId}']['put']['requestBody']['content']['application/json'];

interface EditableField {
  readonly label: string;
  readonly kind: 'text' | 'day' | 'amount' | 'flag';
}

/** The fields that a user can set on a transaction, by their names in `edited_fields`. */
export const FIELDS = {
  'mapped_fields.payee': { label: 'Payee', kind: 'text' },
  'mapped_fields.description': { label: 'Description', kind: 'text' },
  'mapped_fields.date': { label: 'Date', kind: 'day' },
  amount: { label: 'Amount', kind: 'amount' },
  booked: { label: 'Booked', kind: 'flag' },
  booking_date: { label: 'Booking date', kind: 'day' },
  value_date: { label: 'Value date', kind: 'day' },
  'creditor.name': { label: 'Creditor', kind: 'text' },
  'debtor.name': { label: 'Debtor', kind: 'text' },
  'remittance_information.unstructured': { label: 'Remittance text', kind: 'text' },
  'remittance_information.structured': { label: 'Remittance reference', kind: 'text' },
  additional_information: { label: 'Additional information', kind: 'text' },
} as const satisfies Readonly<Record<string, EditableField>>;
export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

/** Returns the label and the kind of a field. */
export function fieldOf(name: FieldName): EditableField {
  return FIELDS[name];
}

/** Returns the value of a field as text; '' if the transaction has no such value. */
export function valueOf(transaction: Transaction, name: FieldName): string {
  const value = name
    .split('.')
    .reduce<unknown>((part, member) => (isObject(part) ? part[member] : undefined), transaction);
  return typeof value === 'string' ? value : '';
}

/** Whether a user set the field by hand, so that syncs do not overwrite the value. */
export function isEdited({ edited_fields: edited = [] }: Transaction, name: FieldName): boolean {
  return edited.includes(name);
}

/** Returns the request body that sets these fields. Null removes the user's value, so that the bank's applies again. */
export function changeBody(values: Readonly<Partial<Record<FieldName, string | null>>>): TransactionChanges {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [field = '', member] = path.split('.');
    if (member === undefined) body[field] = value;
    else body[field] = { ...(body[field] as object | undefined), [member]: value };
  }
  return body;
}

/** Returns the request body that undoes a change: each field gets the value that a user set before, or else the bank's. */
export function undoingChanges(before: Transaction, names: readonly FieldName[]): TransactionChanges {
  return changeBody(
    Object.fromEntries(names.map((name) => [name, isEdited(before, name) ? valueOf(before, name) : null])),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
