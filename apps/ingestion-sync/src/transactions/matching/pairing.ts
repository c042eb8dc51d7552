import { groupBy } from '@tributary/contracts';
import { StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { KindPair, takeBest } from './evidence/kinds';

/** A read row and its stored transaction. */
export interface Pair {
  readonly row: TransactionRow;
  readonly stored: StoredTransaction;
}

/** Unmatched rows of a reading, unmatched stored transactions, and the pairs made so far, one to one. */
export class Pairing {
  /** Pairs by stored transaction, in the order in which they were made. */
  private readonly made = new Map<StoredTransaction, Pair>();
  private readonly rows: Set<TransactionRow>;
  private readonly stored: Set<StoredTransaction>;

  constructor(rows: readonly TransactionRow[], stored: readonly StoredTransaction[]) {
    this.rows = new Set(rows);
    this.stored = new Set(stored);
  }

  get openRows(): TransactionRow[] {
    return [...this.rows];
  }

  get openStored(): StoredTransaction[] {
    return [...this.stored];
  }

  get pairs(): readonly Pair[] {
    return [...this.made.values()];
  }

  isOpen({ row, stored }: Pair): boolean {
    return this.rows.has(row) && this.stored.has(stored);
  }

  pair(row: TransactionRow, stored: StoredTransaction): void {
    if (!this.isOpen({ row, stored })) throw new Error('a row was to be matched twice');
    this.rows.delete(row);
    this.stored.delete(stored);
    this.made.set(stored, { row, stored });
  }

  /**
   * Separates the stored transaction from its row, because it belongs to another row. Its former row needs no
   * transaction, unless its day differs: then the match was a mistake, and the row is open again.
   */
  release(stored: StoredTransaction): void {
    const pair = this.made.get(stored);
    this.made.delete(stored);
    if (pair && pair.row.day !== stored.day) this.rows.add(pair.row);
    this.stored.delete(stored);
  }

  /** Marks a row for which no transaction is created. */
  drop(row: TransactionRow): void {
    this.rows.delete(row);
  }

  /** Pairs items with the same key that pass the test, in the order of both lists. */
  pairByKey(
    rowKey: (row: TransactionRow) => string,
    storedKey: (stored: StoredTransaction) => string,
    isPlausible: (pair: Pair) => boolean = () => true,
  ): void {
    if (this.rows.size === 0 || this.stored.size === 0) return;
    const byKey = groupBy(this.stored, storedKey);
    for (const row of this.openRows) {
      const candidates = byKey.get(rowKey(row)) ?? [];
      const index = candidates.findIndex((stored) => isPlausible({ row, stored }));
      // Removes paired candidates, so that thousands of equal rows do not pass over them again.
      const [stored] = index === -1 ? [] : candidates.splice(index, 1);
      if (stored) this.pair(row, stored);
    }
  }

  /** Pairs the best candidates first; ties go to the first stored transaction in its list, then to the first row. */
  pairBest(candidates: readonly KindPair<StoredTransaction, TransactionRow>[]): void {
    for (const { outer: stored, inner: row } of takeBest(candidates)) this.pair(row, stored);
  }
}

/** The result of matching booked rows: pairs, doubtful pairs, and open rows, which are new. */
export interface BookedMatches {
  readonly pairing: Pairing;
  readonly doubtful: readonly Pair[];
}

export function compareCosts(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
