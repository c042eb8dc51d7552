import { isSameDecimal } from '@tributary/money';
import { daysBetween } from '../calendar';
import { contentOf } from '../mapping/content';
import { TransactionRow } from './transaction-rows';

/**
 * Joins the rows of several answers for one account, because windows overlap, and some banks ignore them. Rows with the
 * same key and content are one. If a key has different rows in different windows, the bank reuses its ids: both stay,
 * and only one of them gets the key.
 */
export function joinRows(rows: readonly TransactionRow[], fields: readonly string[]): TransactionRow[] {
  const byKey = new Map<string, TransactionRow[]>();
  return rows.filter((row) => {
    const earlier = byKey.get(row.identityKey);
    if (!earlier) {
      byKey.set(row.identityKey, [row]);
      return true;
    }
    if (earlier.some((other) => isSame(other, row, fields))) return false;
    earlier.push(row);
    return true;
  });
}

/** A row that the bank changed between two answers. */
const RELISTED_DAYS_MAX = 3;

function isSame(a: TransactionRow, b: TransactionRow, fields: readonly string[]): boolean {
  if (a.contentHash === b.contentHash || contentOf(a.document, fields) === contentOf(b.document, fields))
    return true;
  const isRelisted = a.identityRank < 3 && isSameDecimal(a.document.amount, b.document.amount);
  return (
    isRelisted && a.day !== null && b.day !== null && Math.abs(daysBetween(a.day, b.day)) <= RELISTED_DAYS_MAX
  );
}
