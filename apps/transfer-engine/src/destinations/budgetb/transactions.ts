import { fromHundredths, InvalidDecimalError, toHundredths } from '@tributary/money';
import { createHash } from 'node:crypto';
import { TransferContent } from '../transfer-content';
import { ChangedRow, FoundRow, HeldContent, NewRow, UnmappableTransactionError } from '../destination.port';
import { changedMembers, FieldGroups } from '../field-changes';
import { ActualChange, ActualFields, ActualNewRow, ActualRow } from './budget-process/calls';

/** Actual refuses dates before this day. */
export const EARLIEST_DAY = '1995-01-01';
/** What Actual's spreadsheets calculate exactly with, in hundredths. */
const HUNDREDTHS_MAX = 2 ** 51 - 1;

/** The transaction in BUDGETB's terms; what rules set for BUDGETB wins. @throws UnmappableTransactionError */
export function toBudgetb({
  date,
  amount,
  booked,
  payee,
  description,
  fields,
}: TransferContent): ActualFields {
  return {
    date: day(date),
    amount: hundredths(amount),
    payee_name: textOrNull(fields.payee_name ?? payee),
    // A rule that sets notes may want a tag; a bank's text with a number sign does not.
    notes: textOrNull(fields.notes ?? withoutTags(description)),
    cleared: booked,
    ...(fields.category ? { category: fields.category } : {}),
  };
}

export function toNewRow({ key, targetExternalId, content }: NewRow): ActualNewRow {
  return { id: rowId(key), imported_id: key, account: targetExternalId, ...toBudgetb(content) };
}

export function toChange(row: ChangedRow): ActualChange {
  return { id: row.destinationId, fields: changedFields(row) };
}

/**
 * Actual's id of a new row, a UUID made from its key. Actual's rows are merged by id, so that two copies of a budget
 * which both add the row come to one row, and not to two with the same `imported_id`.
 */
export function rowId(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80; // version 8: of the maker's own making
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** How BUDGETB shows the transaction. @throws UnmappableTransactionError */
export function expectedContent(content: TransferContent): HeldContent {
  const { date, amount, cleared, payee_name: payee, notes } = toBudgetb(content);
  return { date, amount: fromHundredths(amount), cleared, payee: payee ?? '', description: notes ?? '' };
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
    },
  };
}

/** Actual uses an existing payee for one that differs only in upper and lower case. */
function shownPayee({ payee_name: payee, imported_payee: given }: ActualRow): string {
  if (payee !== null && given !== null && payee.toLowerCase() === given.toLowerCase()) return given;
  return payee ?? '';
}

/** Which of BUDGETB's fields a link may leave alone when a transaction books. */
const LEFT_WITH: FieldGroups<keyof ActualFields> = {
  status: ['cleared', 'date'],
  payee: ['payee_name'],
  description: ['notes'],
  amount: ['amount'],
};

/** The fields that the change writes: those that differ from what BUDGETB holds and are not to be left alone. */
export function changedFields(row: ChangedRow): Partial<ActualFields> {
  return changedMembers(row, toBudgetb, LEFT_WITH);
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
