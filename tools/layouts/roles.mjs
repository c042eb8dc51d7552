/**
 * The short names by which `headers.mjs` states what a column holds. Those in capitals are the columns that imports read
 * (`CSV_COLUMNS`); all others are not read, and the kind after `other/` says what such a column holds in its bank's files.
 */
export const ROLES = {
  B: 'booking_date',
  V: 'value_date',
  A: 'amount',
  D: 'debit',
  C: 'credit',
  X: 'direction',
  U: 'currency',
  P: 'payee',
  Q: 'payer',
  K: 'counterparty_account',
  T: 'description',
  R: 'reference',
  I: 'bank_id',
  S: 'balance',
  F: 'fee',
  Z: 'status',
  O: 'account',
  /** The kind of payment: a word of a short list. */
  type: 'other/kind',
  cat: 'other/category',
  /** The time of day. */
  time: 'other/time',
  rate: 'other/rate',
  /** The amount and the currency that was paid in: those of the account for most rows. */
  fa: 'other/foreign_amount',
  fc: 'other/foreign_currency',
  bic: 'other/bic',
  code: 'other/code',
  /** The row's number in the file. */
  cnt: 'other/counter',
  /** One text for all rows. */
  const: 'other/constant',
  nil: 'other/empty',
  /** The name of the account or of its owner. */
  own: 'other/own_name',
  text: 'other/text',
  flag: 'other/flag',
  mail: 'other/mail',
  /** The account that the money left, and the one that it came to. */
  sa: 'other/sender_account',
  ra: 'other/receiver_account',
  city: 'other/city',
  mcc: 'other/merchant_code',
  /** Whether the balance is in credit. */
  bdir: 'other/balance_direction',
};

export function roleOf(short) {
  const role = ROLES[short];
  if (role === undefined) throw new Error(`There is no role ${JSON.stringify(short)}.`);
  return role;
}
