import { fromHundredths, InvalidDecimalError, toHundredths } from '@tributary/money';
import { createHash } from 'node:crypto';
import { TransferContent } from '../transfer-content';
import { ChangedRow, FoundRow, HeldContent, NewRow, UnmappableTransactionError } from '../destination.port';
import { annotatedText } from '../mapping/annotated-text';
import { changedMembers, FieldGroups } from '../mapping/field-changes';
import { ActualChange, ActualFields, ActualNewRow, ActualRow } from './budget-process/calls';

/** Actual refuses dates before this day. */
export const EARLIEST_DAY = '1995-01-01';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The largest number of hundredths with which Actual's spreadsheets calculate exactly. */
const HUNDREDTHS_MAX = 2 ** 51 - 1;

/**
 * Maps the transaction to BUDGETB's fields; fields that rules set for BUDGETB win.
 * @throws UnmappableTransactionError
 */
export function toBudgetb({
  date,
  amount,
  booked,
  payee,
  description,
  fields,
  ...annotated
}: TransferContent): ActualFields {
  const category = fields.category ?? annotated.category;
  return {
    date: day(date),
    amount: hundredths(amount),
    payee_name: textOrNull(fields.payee_name ?? payee),
    // Notes set by a rule may contain tags; `#` in a bank's text is escaped.
    notes: textOrNull(annotatedText(fields.notes ?? withoutTags(description), annotated)),
    cleared: booked,
    ...(category ? { category } : {}),
  };
}

export function toNewRow({ key, targetExternalId, content }: NewRow): ActualNewRow {
  return { id: rowId(key), imported_id: key, account: targetExternalId, ...toBudgetb(content) };
}

export function toChange(row: ChangedRow): ActualChange {
  return { id: row.destinationId, fields: changedFields(row) };
}

/**
 * Derives Actual's row id, a UUID, from our key. Actual merges rows by id, so if two copies of a budget add the row,
 * one row results instead of two with the same `imported_id`.
 */
export function rowId(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80; // UUID version 8: custom format
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** How BUDGETB shows the transaction. @throws UnmappableTransactionError */
export function expectedContent(content: TransferContent): HeldContent {
  const { date, amount, cleared, payee_name: payee, notes, category = '' } = toBudgetb(content);
  return {
    date,
    amount: fromHundredths(amount),
    cleared,
    payee: payee ?? '',
    description: notes ?? '',
    // A rule may name a category, and a row shows the id.
    category: category && !UUID.test(category) ? null : category,
  };
}

export function toFound(row: ActualRow): FoundRow {
  return {
    destinationId: row.id,
    targetExternalId: row.account,
    key: row.imported_id,
    state: row.tombstone ? 'deleted' : row.reconciled ? 'locked' : 'present',
    content: {
      date: row.date,
      amount: fromHundredths(row.amount),
      cleared: row.cleared,
      payee: shownPayee(row),
      description: row.notes ?? '',
      category: row.category ?? '',
    },
  };
}

/** Actual reuses an existing payee that differs only in case, so such a payee counts as unchanged. */
function shownPayee({ payee_name: payee, imported_payee: given }: ActualRow): string {
  if (payee !== null && given !== null && payee.toLowerCase() === given.toLowerCase()) return given;
  return payee ?? '';
}

/** BUDGETB's fields by the group that a link may leave unchanged when a transaction books. */
const LEFT_WITH: FieldGroups<keyof ActualFields> = {
  status: ['cleared', 'date'],
  payee: ['payee_name'],
  description: ['notes'],
  amount: ['amount'],
  category: ['category'],
};

/** The fields that the change writes: those that differ from BUDGETB's row, without the groups to leave unchanged. */
export function changedFields(row: ChangedRow): Partial<ActualFields> {
  const changed = changedMembers(row, toBudgetb, LEFT_WITH);
  return clearsCategory(row) ? { ...changed, category: null } : changed;
}

/** The row was sent with a category, and its transaction has none any more. */
function clearsCategory({ sent, wanted, leave }: ChangedRow): boolean {
  if (sent === null || leave.has('category')) return false;
  return Boolean(toBudgetb(sent).category) && !toBudgetb(wanted).category;
}

function day(date: string | null): string {
  if (date === null) throw new UnmappableTransactionError('The transaction has no date.');
  if (date < EARLIEST_DAY) {
    throw new UnmappableTransactionError(`BUDGETB accepts no dates before ${EARLIEST_DAY}.`);
  }
  return date;
}

function hundredths(amount: string): number {
  try {
    const value = toHundredths(amount);
    if (Math.abs(value) > HUNDREDTHS_MAX) throw new InvalidDecimalError('the amount is too large');
    return value;
  } catch (cause) {
    if (!(cause instanceof InvalidDecimalError)) throw cause;
    throw new UnmappableTransactionError(`BUDGETB keeps two decimals: ${cause.message}.`, { cause });
  }
}

/** `#word` is a tag in Actual, `##` a number sign. */
function withoutTags(text: string): string {
  return text.replaceAll('#', '##');
}

function textOrNull(text: string): string | null {
  return text.trim() || null;
}
