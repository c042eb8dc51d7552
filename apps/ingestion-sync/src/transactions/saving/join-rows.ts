import { dayNumber } from '@tributary/money';
import { contentOf } from '../../providers/mapping/content';
import { TransactionRow } from '../transaction-rows';

/**
 * Joins the rows of several pages or windows of one account, because windows overlap, and some banks ignore their
 * bounds. Rows with the same key and content are one. If a key has different rows in different windows, the bank reuses
 * its ids: both rows stay, and only one of them gets the key.
 */
export function joinRows(rows: readonly TransactionRow[], fields: readonly string[]): TransactionRow[] {
  const byKey = new Map<string, JoinedRows>();
  return rows.filter((row) => {
    const earlier = byKey.get(row.identityKey) ?? new JoinedRows(fields);
    byKey.set(row.identityKey, earlier);
    return earlier.add(row);
  });
}

/** A row with the same key and amount within this many days is the same row, which the bank redated between two windows. */
const RELISTED_DAYS_MAX = 3;

/**
 * The different rows with one key. Rows are found by their hash, so a key with thousands of rows is as cheap as any
 * other.
 */
class JoinedRows {
  private readonly hashes = new Set<string>();
  private contents: Set<string> | null = null;
  private readonly rows: TransactionRow[] = [];
  /** Amounts and days of rows with an id. */
  private readonly listed = new Set<string>();

  constructor(private readonly fields: readonly string[]) {}

  /** @returns whether the row differs from all earlier ones */
  add(row: TransactionRow): boolean {
    if (this.rows.length > 0 && this.has(row)) return false;
    this.rows.push(row);
    this.hashes.add(row.contentHash);
    this.contents?.add(contentOf(row.document, this.fields));
    if (row.day !== null && row.identityRank < 3) {
      this.listed.add(relistedKey(row.document.amount, dayNumber(row.day)));
    }
    return true;
  }

  private has(row: TransactionRow): boolean {
    if (this.hashes.has(row.contentHash)) return true;
    // Most keys have one row, so its content is computed only on demand.
    this.contents ??= new Set(this.rows.map(({ document }) => contentOf(document, this.fields)));
    return this.contents.has(contentOf(row.document, this.fields)) || this.isRelisted(row);
  }

  private isRelisted({ document, day }: TransactionRow): boolean {
    if (day === null || this.listed.size === 0) return false;
    const number = dayNumber(day);
    for (let away = -RELISTED_DAYS_MAX; away <= RELISTED_DAYS_MAX; away += 1) {
      if (this.listed.has(relistedKey(document.amount, number + away))) return true;
    }
    return false;
  }
}

/** Compares amounts as numbers, without their currency. */
function relistedKey(amount: string, day: number): string {
  const shortest = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
  return `${shortest} ${day}`;
}
