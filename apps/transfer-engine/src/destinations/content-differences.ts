import { compareDecimals, isDecimal } from '@tributary/money';
import {
  BOOKED_FIELDS,
  BookedField,
  Destination,
  HeldContent,
  UnmappableTransactionError,
} from './destination.port';
import { TransferContent } from './transfer-content';

/** What a row of this content looks like at the destination; null where it cannot be written at all. */
export function expectedAt(destination: Destination, content: TransferContent): HeldContent | null {
  try {
    return destination.expected(content);
  } catch (error) {
    if (error instanceof UnmappableTransactionError) return null;
    throw error;
  }
}

/** The groups of fields in which a row looks otherwise than expected; what one side does not say is not compared. */
export function differences(expected: HeldContent, held: HeldContent): ReadonlySet<BookedField> {
  return new Set(BOOKED_FIELDS.filter((field) => differs[field](expected, held)));
}

const differs: Readonly<Record<BookedField, (expected: HeldContent, held: HeldContent) => boolean>> = {
  status: (a, b) => unlike(a.date, b.date) || unlike(a.cleared, b.cleared),
  payee: (a, b) => unlike(a.payee?.trim() ?? null, b.payee?.trim() ?? null),
  description: (a, b) => unlike(a.description?.trim() ?? null, b.description?.trim() ?? null),
  amount: (a, b) => unlikeAmounts(a.amount, b.amount),
};

function unlike<T>(a: T | null, b: T | null): boolean {
  return a !== null && b !== null && a !== b;
}

function unlikeAmounts(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  return isDecimal(a) && isDecimal(b) ? compareDecimals(a, b) !== 0 : a !== b;
}

/**
 * The user's changes of a row since it was sent: values that are neither as sent nor as they should become. Null
 * `sent`: the sent content is unknown, so nothing is compared.
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
  return new Set([...sinceSent].filter((field) => untilWanted.has(field)));
}
