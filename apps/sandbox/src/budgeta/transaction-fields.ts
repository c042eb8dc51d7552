import { isDay } from '@tributary/money';
import { addYears } from '../state/sandbox-clock';
import { CLEARED, FLAG_COLORS, type TransactionFields } from './budget-transaction';
import type { Problem } from '../server/problem';
import { badRequest } from './problem';

const IMPORT_ID_MAX_CHARS = 36;
const MEMO_MAX_CHARS = 500;
const PAYEE_MAX_CHARS = 200;
const HISTORY_YEARS = 5;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Check = (value: unknown, today: string) => string | undefined;

const text =
  (maxChars: number): Check =>
  (value) =>
    value === null || (typeof value === 'string' && value.length <= maxChars)
      ? undefined
      : `must be a string of at most ${maxChars} characters`;

const oneOf =
  (allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;

/** The check of each field that a client may send. The table has the form of the published rules, for comparison. */
const CHECKS: Readonly<Record<keyof TransactionFields, Check>> = {
  account_id: (value) => (typeof value === 'string' ? undefined : 'must be a uuid'),
  date: (value, today) => {
    if (!isDay(value)) return 'must be a date (YYYY-MM-DD)';
    const isAllowed = value <= today && value >= addYears(today, -HISTORY_YEARS);
    return isAllowed ? undefined : `must not be in the future or over ${HISTORY_YEARS} years ago`;
  },
  amount: (value) => (Number.isSafeInteger(value) ? undefined : 'must be an integer of milliunits'),
  payee_id: text(IMPORT_ID_MAX_CHARS),
  payee_name: text(PAYEE_MAX_CHARS),
  category_id: (value) =>
    value === null || (typeof value === 'string' && UUID.test(value))
      ? undefined
      : 'must be formatted as a uuid (universally unique identifier)',
  memo: text(MEMO_MAX_CHARS),
  cleared: oneOf(CLEARED),
  approved: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  flag_color: oneOf([...FLAG_COLORS, null]),
  import_id: (value) =>
    value === null || (typeof value === 'string' && value !== '' && value.length <= IMPORT_ID_MAX_CHARS)
      ? undefined
      : `must be a string of 1 to ${IMPORT_ID_MAX_CHARS} characters`,
};

const FIELDS = Object.keys(CHECKS) as (keyof TransactionFields)[];

/**
 * Keeps the known fields of a request's row. Throws 400 that names the field and, in a bulk, the row: `(index: 3)`.
 */
export function transactionFields(row: unknown, index: number | null, today: string): TransactionFields {
  if (typeof row !== 'object' || row === null) throw badRow('transaction must be an object', index);
  const given = row as Record<string, unknown>;
  const accepted: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const value = given[field];
    if (value === undefined) continue;
    const complaint = CHECKS[field](value, today);
    if (complaint !== undefined) throw badRow(`${field} ${complaint}`, index);
    accepted[field] = value;
  }
  checkSplit(given, index);
  return accepted;
}

/** A refusal of one row; without an index where the request has no more. */
export function badRow(detail: string, index: number | null): Problem {
  return badRequest(index === null ? detail : `${detail} (index: ${index})`);
}

function checkSplit(row: Record<string, unknown>, index: number | null): void {
  const splits = row['subtransactions'];
  if (splits === undefined || splits === null) return;
  if (!Array.isArray(splits)) throw badRow('subtransactions must be an array', index);
  const amounts = splits.map((split) => (split as { amount?: unknown } | null)?.amount);
  if (!amounts.every((amount): amount is number => Number.isSafeInteger(amount))) {
    throw badRow('subtransactions must have integer amounts', index);
  }
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (splits.length > 0 && sum !== row['amount']) {
    throw badRow('subtransactions must sum to the amount', index);
  }
}
