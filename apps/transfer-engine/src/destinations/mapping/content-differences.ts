import { compareDecimals, isDecimal } from '@tributary/money';
import {
  BOOKED_FIELDS,
  BookedField,
  Destination,
  HeldContent,
  UnmappableTransactionError,
} from '../destination.port';
import { TransferContent } from '../transfer-content';

/** Returns a row of this content as the destination would show it; null if the content cannot be written. */
export function expectedAt(destination: Destination, content: TransferContent): HeldContent | null {
  try {
    return destination.expected(content);
  } catch (error) {
    if (error instanceof UnmappableTransactionError) return null;
    throw error;
  }
}

/**
 * Returns the groups of fields in which the row differs from the expected one; a field that is null on one side is not
 * compared.
 */
export function differences(expected: HeldContent, held: HeldContent): ReadonlySet<BookedField> {
  return new Set(BOOKED_FIELDS.filter((field) => differs[field](expected, held)));
}

const differs: Readonly<Record<BookedField, (expected: HeldContent, held: HeldContent) => boolean>> = {
  status: (a, b) => unlike(a.date, b.date) || unlike(a.cleared, b.cleared),
  payee: (a, b) => unlike(a.payee?.trim() ?? null, b.payee?.trim() ?? null),
  description: (a, b) => unlike(a.description?.trim() ?? null, b.description?.trim() ?? null),
  amount: (a, b) => unlikeAmounts(a.amount, b.amount),
  category: (a, b) => unlike(a.category ?? null, b.category ?? null),
};

function unlike<T>(a: T | null, b: T | null): boolean {
  return a !== null && b !== null && a !== b;
}

function unlikeAmounts(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  return isDecimal(a) && isDecimal(b) ? compareDecimals(a, b) !== 0 : a !== b;
}

/**
 * Returns the fields that the user changed since the row was sent: values that equal neither the sent nor the wanted
 * ones. Null `sent`: the sent content is unknown, so nothing is compared.
 */
export function changedByUser(
  held: HeldContent,
  sent: HeldContent | null,
  wanted: HeldContent | null,
): ReadonlySet<BookedField> {
  if (sent === null) return new Set();
  const sinceSent = differences(sent, held);
  if (wanted === null) return sinceSent;
  const untilWanted = differences(wanted, held);
  const changed = [...sinceSent].filter((field) => untilWanted.has(field));
  // The user categorized a row that has no category here: that overwrites nothing of ours.
  return new Set(changed.filter((field) => field !== 'category' || hasCategory(sent) || hasCategory(wanted)));
}

/** The fields in which the row differs from the content, without a category that the content leaves to the user. */
export function changesOf(expected: HeldContent, held: HeldContent): BookedField[] {
  return [...differences(expected, held)].filter((field) => field !== 'category' || hasCategory(expected));
}

function hasCategory({ category }: HeldContent): boolean {
  return Boolean(category);
}
