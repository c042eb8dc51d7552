import { isSameDecimal } from '@tributary/money';
import { AccountAnswer, isPendingCovered } from '../matching/answer';
import { Pairing } from '../matching/pairing';
import { contentOf } from '../../providers/mapping/content';
import { Workload } from '../matching/workload';
import { TransactionRow } from '../transaction-rows';
import { compareNames } from '../matching/evidence/name-evidence';
import { StoredSettlement } from '../stored-settlement';

/**
 * Drops pending rows that the bank still lists beside their booked entry, as long as it lists them without a break.
 * @returns the settlements whose pending entry is no longer listed
 */
export async function dropLingering(
  pending: Pairing,
  answer: AccountAnswer,
  work: Workload,
): Promise<number[]> {
  const lingering = answer.settlements.filter(({ pendingListed }) => pendingListed);
  if (lingering.length === 0) return [];
  const rows = new OpenRows(answer);
  for (const row of pending.openRows) {
    rows.add(row);
    await work.pause();
  }
  const gone: number[] = [];
  for (const settlement of lingering) {
    const row = rows.take(settlement);
    if (row) pending.drop(row);
    else if (isPendingCovered(settlement, answer.coverage)) gone.push(settlement.id);
    await work.pause();
  }
  return gone;
}

interface PlacedRow {
  readonly row: TransactionRow;
  readonly at: number;
}

/** Pending rows that no settlement has taken, by content and by key. */
class OpenRows {
  private readonly byContent = new Map<string, PlacedRow[]>();
  private readonly byKey = new Map<string, PlacedRow[]>();
  private readonly taken = new Set<PlacedRow>();
  private count = 0;

  constructor(private readonly answer: AccountAnswer) {}

  add(row: TransactionRow): void {
    const placed = { row, at: this.count };
    this.count += 1;
    push(this.byContent, this.contentOf(row.document), placed);
    push(this.byKey, keyOn(row.identityKey, row.day), placed);
  }

  /** Takes the first row that belongs to the settlement: the same content, or the same id on the same day. */
  take(settlement: StoredSettlement): TransactionRow | undefined {
    const { pendingKey, pendingDocument, day } = settlement;
    const same = this.byContent.get(this.contentOf(pendingDocument)) ?? [];
    // Taken rows are at the front and are removed once.
    while (same[0] && this.taken.has(same[0])) same.shift();
    const byId = this.byKey
      .get(keyOn(pendingKey, day))
      ?.slice(0, SAME_KEY_MAX)
      .find((one) => !this.taken.has(one) && isSameById(settlement, one.row, this.answer));
    const [first] = [...same.slice(0, 1), ...(byId ? [byId] : [])].sort((a, b) => a.at - b.at);
    if (first) this.taken.add(first);
    return first?.row;
  }

  private contentOf(document: TransactionRow['document']): string {
    return contentOf(document, this.answer.duplicateFields);
  }
}

/** Limit of rows compared under one key; overlapping windows repeat a key only a few times. */
const SAME_KEY_MAX = 100;

function keyOn(key: string, day: string | null): string {
  return `${key} ${day ?? ''}`;
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Compares amount and names too, because banks reuse ids of pending entries. */
function isSameById(
  { pendingDocument }: StoredSettlement,
  row: TransactionRow,
  { rules }: AccountAnswer,
): boolean {
  if (!isSameDecimal(row.document.amount, pendingDocument.amount)) return false;
  return compareNames(row.document, pendingDocument, rules) !== 'different';
}
