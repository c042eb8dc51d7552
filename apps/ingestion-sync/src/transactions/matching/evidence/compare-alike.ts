import { canonicalAmount } from '../../../providers/mapping/content';
import { namesKey } from './name-evidence';
import { effectiveDay, StoredTransaction } from '../../stored-transaction';
import { TransactionRow } from '../../transaction-rows';
import { compareKinds, ComparedPair } from './compare-kinds';
import { DayIndex } from '../day-index';
import { Kind, KindPair, kindsOf } from './kinds';
import { Pair, Pairing } from '../pairing';
import { Workload } from '../workload';

/** Kinds of stored transactions and rows that may be the same entries. */
export type AlikePair = KindPair<StoredTransaction, TransactionRow>;

export interface AlikeSearch<Judged> {
  readonly stored: readonly StoredTransaction[];
  /** Limit of days between the stored transaction and the row. */
  readonly days: number;
  /** The compared days; null is near every day. */
  readonly storedDay: (stored: StoredTransaction) => string | null;
  readonly rowDay: (row: TransactionRow) => string | null;
  /** Further data that `judge` compares, beside day, amount, names and key. */
  readonly traitsOf: (stored: StoredTransaction) => string;
  /** Returns null if the two are certainly different. */
  readonly judge: (pair: Pair) => Judged | null;
}

/** Compares the days of entries, or the days on which they were first seen. @param today the day of a row without a day */
export function effectiveDays(today: string): Pick<AlikeSearch<never>, 'storedDay' | 'rowDay'> {
  return { storedDay: effectiveDay, rowDay: ({ day }) => day ?? today };
}

/** Compares stored transactions with open rows of the same amount on nearby days. */
export async function compareAlike<Judged>(
  pairing: Pairing,
  { stored, days, storedDay, rowDay, traitsOf, judge }: AlikeSearch<Judged>,
  work: Workload,
): Promise<ComparedPair<StoredTransaction, TransactionRow, Judged>[]> {
  const rows = stored.length === 0 ? [] : pairing.openRows;
  if (rows.length === 0) return [];
  const common = commonKeys(stored, rows);
  const keyIn = ({ identityKey }: Keyed) => (common.has(identityKey) ? identityKey : '');
  const byId = [...stored].sort((a, b) => a.id - b.id);
  const outer = await kindsOf(
    byId,
    (one) => JSON.stringify([traits(one), effectiveDay(one), one.day, traitsOf(one), keyIn(one)]),
    work,
  );
  const inner = await kindsOf(rows, (row) => JSON.stringify([traits(row), row.day, keyIn(row)]), work);
  const byDay = new DayIndex<Kind<TransactionRow>>();
  const byKey = new Map<string, Kind<TransactionRow>>();
  for (const kind of inner) {
    const { sample } = kind;
    byDay.add(amountOf(sample), rowDay(sample), kind);
    byDay.add(`${amountOf(sample)} ${namesKey(sample.document)}`, rowDay(sample), kind);
    if (common.has(sample.identityKey)) byKey.set(sample.identityKey, kind);
    await work.pause();
  }
  const around = { before: days, after: days };
  return compareKinds(
    {
      outer,
      entryOf: (one) => one,
      *candidatesOf(one) {
        const sameKey = byKey.get(one.identityKey);
        if (sameKey && amountOf(sameKey.sample) === amountOf(one)) yield sameKey;
        const day = storedDay(one);
        yield* byDay.near(`${amountOf(one)} ${namesKey(one.document)}`, day, around);
        yield* byDay.near(amountOf(one), day, around);
      },
      judge: (one, row) => judge({ stored: one, row }),
    },
    work,
  );
}

type Keyed = Pick<TransactionRow, 'identityKey'>;
type Documented = Pick<TransactionRow, 'document'>;

function commonKeys(stored: readonly Keyed[], rows: readonly Keyed[]): ReadonlySet<string> {
  const keys = new Set(stored.map(({ identityKey }) => identityKey));
  return new Set(rows.flatMap(({ identityKey }) => (keys.has(identityKey) ? identityKey : [])));
}

function traits({ document }: Documented): string[] {
  return [amountOf({ document }), namesKey(document)];
}

function amountOf({ document }: Documented): string {
  return `${document.currency} ${canonicalAmount(document)}`;
}
