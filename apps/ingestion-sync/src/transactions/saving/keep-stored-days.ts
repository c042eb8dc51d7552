import { groupBy, TransactionDocument } from '@tributary/contracts';
import { mapInTurns } from '@tributary/outbound';
import { Tx } from '@tributary/persistence';
import { canonicalAmount, contentKey, contentOf } from '../../providers/mapping/content';
import { storedDays } from '../../providers/mapping/time-zones';
import { IdentityRank } from '../identity';
import type { AnswersRead } from './save-answers';
import { TransactionRow, withDays } from '../transaction-rows';
import { momentsAround, momentsByKey, StoredMoment } from '../saved-transactions.store';

/**
 * Gives rows the days of the stored transactions with the same timestamps. After the time zone of an account was
 * changed, the bank's rows fall on other days, and that alone is no change. New rows get the days of the account's
 * current zone. The cost is linear in the rows and in the stored transactions around their days, because a server that
 * a user names may list thousands of equal rows.
 */
export async function keepStoredDays(tx: Tx, reads: readonly AnswersRead[]): Promise<AnswersRead[]> {
  const asked = reads.filter(({ hasTransactions, rows }) => hasTransactions && rows.some(hasMoments));
  if (asked.length === 0) return [...reads];
  const [byKey, near] = [await ofTheirKeys(tx, asked), await aroundTheirDays(tx, asked)];
  const kept: AnswersRead[] = [];
  for (const read of reads) {
    const { id } = read.account;
    const stored = asked.includes(read) ? new StoredMoments(byKey.get(id) ?? [], near.get(id) ?? []) : null;
    kept.push(stored ? { ...read, rows: await rowsWithDays(read, stored) } : read);
  }
  return kept;
}

const hasMoments = ({ moments }: TransactionRow): boolean => moments !== undefined;

type ByAccount = ReadonlyMap<number, readonly StoredMoment[]>;

async function ofTheirKeys(tx: Tx, asked: readonly AnswersRead[]): Promise<ByAccount> {
  const wanted = asked.map(({ account, rows }) => ({
    account_id: account.id,
    keys: [...new Set(rows.filter(hasMoments).flatMap(keysOf))],
  }));
  return ofAccounts(await momentsByKey(tx, wanted));
}

/**
 * The keys to look up: the row's key, and the key of its earlier pending entry. A row without an id is skipped, because
 * its key contains the day.
 */
function keysOf({ identityKey, identityRank }: TransactionRow): string[] {
  return identityRank === BY_CONTENT ? [] : [identityKey, identityKey.replace(/^t:/, 'pt:')];
}

const BY_CONTENT: IdentityRank = 3;

async function aroundTheirDays(tx: Tx, asked: readonly AnswersRead[]): Promise<ByAccount> {
  const wanted = asked.map(({ account, rows }) => {
    const days = new Set(rows.flatMap((row) => (hasMoments(row) ? (row.day ?? []) : [])));
    return { account_id: account.id, days: [...days] };
  });
  return ofAccounts(await momentsAround(tx, wanted));
}

function ofAccounts(stored: readonly StoredMoment[]): ByAccount {
  return groupBy(stored, ({ account_id: accountId }) => accountId);
}

type OfMoment = Pick<
  TransactionDocument,
  'booked' | 'amount' | 'currency' | 'booking_datetime' | 'value_datetime'
>;

function momentOf(document: OfMoment): string {
  const { booked, currency, booking_datetime, value_datetime } = document;
  return JSON.stringify([booked, canonicalAmount(document), currency, booking_datetime, value_datetime]);
}

/** Stored transactions of an account, to be matched with the rows of one reading. */
class StoredMoments {
  private readonly byKey: ReadonlyMap<string, StoredMoment>;
  private readonly byMoment: ReadonlyMap<string, { readonly alike: readonly StoredMoment[]; taken: number }>;

  constructor(byKey: readonly StoredMoment[], near: readonly StoredMoment[]) {
    this.byKey = new Map(byKey.map((one) => [one.identity_key, one]));
    this.byMoment = new Map(
      [...groupBy(near, momentOf)].map(([moment, alike]) => [moment, { alike, taken: 0 }]),
    );
  }

  /** Finds the stored transaction by id, or else by timestamps and amount, because banks renew ids. */
  of(row: TransactionRow): StoredMoment | undefined {
    const key = keysOf(row).find((one) => this.byKey.has(one));
    return key === undefined ? this.byMoment.get(momentOf(row.document))?.alike[0] : this.byKey.get(key);
  }

  /**
   * Returns the next stored transaction with the row's timestamps and amount; each is used for one row without an id.
   */
  take(row: TransactionRow): StoredMoment | undefined {
    const found = this.byMoment.get(momentOf(row.document));
    const one = found?.alike[found.taken];
    if (found) found.taken += 1;
    return one;
  }
}

async function rowsWithDays(
  { account, rows }: AnswersRead,
  stored: StoredMoments,
): Promise<TransactionRow[]> {
  const { map_fields: map, fields_for_duplicate_filtering: fields } = account.config;
  const keys = new KeysInUse(rows, stored, fields);
  const redated = await mapInTurns(rows, (row) =>
    hasMoments(row) ? redatedAs(row, stored, map, keys) : row,
  );
  return mapInTurns(redated.entries(), ([index, row]) => keys.withOwnKey(row, rows[index] === row));
}

function redatedAs(
  row: TransactionRow,
  stored: StoredMoments,
  map: AnswersRead['account']['config']['map_fields'],
  keys: KeysInUse,
): TransactionRow {
  const one = row.identityRank === BY_CONTENT ? keys.taken(row) : stored.of(row);
  if (!one || !row.moments) return row;
  const days = storedDays(row.document, row.moments, one);
  const { booking_date, value_date } = row.document;
  const isSame = days.booking_date === booking_date && days.value_date === value_date;
  const dated = isSame ? row : withDays(row, days, map);
  if (row.identityRank !== BY_CONTENT || one.identity_rank !== BY_CONTENT) return dated;
  return dated.identityKey === one.identity_key ? dated : { ...dated, identityKey: one.identity_key };
}

/**
 * Assigns keys to rows without ids. Such a key depends on the content and so on the day; each stored transaction gives
 * its key to one row.
 */
class KeysInUse {
  /** The stored transaction of each row, by the row's original key and content, because overlapping windows repeat rows. */
  private readonly takenBy = new Map<string, StoredMoment>();
  private readonly takenKeys = new Set<string>();
  private readonly keys: Set<string>;
  /** The last occurrence number tried for each content. */
  private readonly occurrences = new Map<string, number>();

  constructor(
    rows: readonly TransactionRow[],
    private readonly stored: StoredMoments,
    private readonly fields: readonly string[],
  ) {
    this.keys = new Set(rows.map(({ identityKey }) => identityKey));
  }

  taken(row: TransactionRow): StoredMoment | undefined {
    const known = this.takenBy.get(asItCame(row));
    if (known) return known;
    const free = this.stored.take(row);
    if (!free) return undefined;
    this.takenBy.set(asItCame(row), free);
    this.takenKeys.add(free.identity_key);
    this.keys.add(free.identity_key);
    return free;
  }

  /** Gives a row without an id the next key of its content if another row has taken its key. */
  withOwnKey(row: TransactionRow, isUntouched: boolean): TransactionRow {
    if (!isUntouched || row.identityRank !== BY_CONTENT || !this.belongsToAnother(row)) return row;
    const content = contentOf(row.document, this.fields);
    for (let occurrence = (this.occurrences.get(content) ?? 0) + 1; ; occurrence += 1) {
      const key = contentKey(content, occurrence);
      this.occurrences.set(content, occurrence);
      if (this.keys.has(key)) continue;
      this.keys.add(key);
      return { ...row, identityKey: key };
    }
  }

  private belongsToAnother(row: TransactionRow): boolean {
    return !this.takenBy.has(asItCame(row)) && this.takenKeys.has(row.identityKey);
  }
}

function asItCame({ identityKey, contentHash }: TransactionRow): string {
  return `${identityKey} ${contentHash}`;
}
