import type { FileImport } from '@tributary/client';

type Status = FileImport['status'];

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  UPLOADING: 'Uploading',
  READING: 'Reading the file',
  READY: 'Ready to import',
  APPLYING: 'Importing',
  APPLIED: 'Imported',
  UNDOING: 'Being undone',
  UNDONE: 'Undone',
  FAILED: 'Failed',
};

/** Whether the server works on the import, so that its status changes without an action of the user. */
export function isWorking(status: Status): boolean {
  return status === 'UPLOADING' || status === 'READING' || status === 'APPLYING' || status === 'UNDOING';
}

const DISCARDABLE: readonly Status[] = ['UPLOADING', 'READING', 'READY', 'FAILED', 'UNDONE'];

/** Whether it can be discarded with its file, because no transaction of it is stored. */
export function canBeDiscarded({ status }: Pick<FileImport, 'status'>): boolean {
  return DISCARDABLE.includes(status);
}

type Column = NonNullable<NonNullable<FileImport['csv']>['columns'][number]>;

/** The certainty of the reading of a CSV file. */
export const CERTAINTY_WORDS: Readonly<Record<NonNullable<FileImport['certainty']>, string>> = {
  PROVEN: 'A balance in the file proves how it is read.',
  BY_NAMES: 'The names of the columns and their cells agree on how the file is read.',
  GUESS: 'It is not certain how this file is read',
  CONFIRMED: 'The file is read as you confirmed it.',
};

/** A question with the columns that it is about, which are counted from 1 on screen. */
export function questionText({ columns, text }: FileImport['questions'][number]): string {
  if (columns.length === 0) return text;
  const numbers = columns.map((index) => index + 1).join(', ');
  return `${columns.length === 1 ? 'Column' : 'Columns'} ${numbers}: ${text}`;
}

export const COLUMN_WORDS = {
  booking_date: 'Booking date',
  value_date: 'Value date',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  direction: 'Out or in',
  currency: 'Currency',
  payee: 'Payee',
  payer: 'Payer',
  counterparty_account: 'Account of the other side',
  description: 'Description',
  payment_kind: 'Kind of payment',
  reference: 'Reference',
  bank_id: 'Id of the bank',
  balance: 'Balance',
  fee: 'Fee, as an entry of its own',
  fee_in_amount: 'Fee, to take off the amount',
  signed_fee_in_amount: 'Fee with a sign, to add to the amount',
  fee_included: 'Fee that the amount contains',
  status: 'Status',
  account: 'Own account',
} as const satisfies Readonly<Record<Column, string>>;

type DateOrder = NonNullable<FileImport['qif']>['date_order'];

export const DATE_ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  YMD: 'Year, month, day',
  DMY: 'Day, month, year',
  MDY: 'Month, day, year',
};

/** An account of the file as a person knows it. */
export function accountName({ name, iban, number, key }: FileImport['accounts'][number]): string {
  return name ?? iban ?? number ?? `Account ${key}`;
}
