import { groupBy, TransactionDocument } from '@tributary/contracts';
import { mapInTurns } from '@tributary/outbound';
import { Tx } from '@tributary/persistence';
import { canonicalAmount, contentKey, contentOf } from '../../providers/mapping/content';
import { storedDays } from '../../providers/mapping/time-zones';
import { IdentityRank } from '../identity';
import type { AnswersRead } from './save-answers';
import { TransactionRow, withDays } from '../transaction-rows';

/** A stored transaction that a row may be, as the bank had it. */
interface StoredMoment {
  readonly account_id: number;
  readonly id: number;
  readonly identity_key: string;
  readonly identity_rank: IdentityRank;
  readonly booked: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly booking_date: string | null;
  readonly booking_datetime: string;
  readonly value_date: string | null;
  readonly value_datetime: string;
}

/**
 * Gives rows the days of the transactions that are stored of the same moments: an account whose time zone was changed
 * lists the same rows on other days, and that alone is no news. New rows keep the days of the zone that the account has.
 * Linear in the rows and in what is stored around their days, for a server that a user names lists thousands that are alike.
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

const COLUMNS = `t.account_id, t.id, t.identity_key, t.identity_rank, t.booked, p.amount, p.currency,
       p.booking_date, p.booking_datetime, p.value_date, p.value_datetime`;
const PROVIDED = `lateral jsonb_to_record(coalesce(t.provider_document, t.document)) as p(
         amount text, currency text, booking_date text, booking_datetime text, value_date text, value_datetime text)`;

const BY_KEY = `
  select ${COLUMNS}
    from jsonb_to_recordset($1::jsonb) as w(account_id bigint, keys text[])
   cross join unnest(w.keys) as wanted(key)
    join transactions t on t.account_id = w.account_id and t.identity_key = wanted.key and t.origin <> 'USER',
         ${PROVIDED}`;

async function ofTheirKeys(tx: Tx, asked: readonly AnswersRead[]): Promise<ByAccount> {
  const wanted = asked.map(({ account, rows }) => ({
    account_id: account.id,
    keys: [...new Set(rows.filter(hasMoments).flatMap(keysOf))],
  }));
  return ofAccounts(await tx.query<StoredMoment>(BY_KEY, [JSON.stringify(wanted)]));
}

/** By its id, also as the pending entry that it was. The key of a row without an id has its day in it. */
function keysOf({ identityKey, identityRank }: TransactionRow): string[] {
  return identityRank === BY_CONTENT ? [] : [identityKey, identityKey.replace(/^t:/, 'pt:')];
}

const BY_CONTENT: IdentityRank = 3;

/** A moment is at most a day apart in two zones. */
const AROUND = `
  select ${COLUMNS}
    from jsonb_to_recordset($1::jsonb) as w(account_id bigint, days date[])
   cross join lateral (select distinct d + apart as day from unnest(w.days) as d, generate_series(-1, 1) as apart) wanted
    join transactions t on t.account_id = w.account_id and t.origin <> 'USER' and t.day = wanted.day,
         ${PROVIDED}
   order by t.id`;

async function aroundTheirDays(tx: Tx, asked: readonly AnswersRead[]): Promise<ByAccount> {
  const wanted = asked.map(({ account, rows }) => {
    const days = new Set(rows.flatMap((row) => (hasMoments(row) ? (row.day ?? []) : [])));
    return { account_id: account.id, days: [...days] };
  });
  return ofAccounts(await tx.query<StoredMoment>(AROUND, [JSON.stringify(wanted)]));
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

/** What is stored of an account, for the rows of one answer. */
class StoredMoments {
  private readonly byKey: ReadonlyMap<string, StoredMoment>;
  private readonly byMoment: ReadonlyMap<string, { readonly alike: readonly StoredMoment[]; taken: number }>;

  constructor(byKey: readonly StoredMoment[], near: readonly StoredMoment[]) {
    this.byKey = new Map(byKey.map((one) => [one.identity_key, one]));
    this.byMoment = new Map(
      [...groupBy(near, momentOf)].map(([moment, alike]) => [moment, { alike, taken: 0 }]),
    );
  }

  /** By its id, or else by its moment and amount: ids are renewed. */
  of(row: TransactionRow): StoredMoment | undefined {
    const key = keysOf(row).find((one) => this.byKey.has(one));
    return key === undefined ? this.byMoment.get(momentOf(row.document))?.alike[0] : this.byKey.get(key);
  }

  /** The next one of the row's moment and amount: each stands for one row without an id. */
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

/** Rows without ids are known by their content, and so by their day: each stored one stands for one row. */
class KeysInUse {
  /** The stored transaction of each row, by the key and content that the row came with: windows overlap. */
  private readonly takenBy = new Map<string, StoredMoment>();
  private readonly takenKeys = new Set<string>();
  private readonly keys: Set<string>;
  /** The last occurrence of each content that has a key. */
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

  /** A row without an id whose key belongs to another row by now gets the next one of its content. */
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
