import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { contentKey, contentOf } from '../mapping/content';
import { storedDays } from '../mapping/time-zones';
import { IdentityRank } from './identity';
import type { AnswersRead } from './save-answers';
import { TransactionRow, withDays } from './transaction-rows';

/** A stored transaction that a row may be, as the bank had it. */
interface StoredMoment {
  readonly position: number;
  readonly id: number;
  readonly identity_key: string;
  readonly identity_rank: IdentityRank;
  readonly document: TransactionDocument;
}

/**
 * Gives rows the days of the transactions that are stored of the same moments: an account whose time zone was changed
 * lists the same rows on other days, and that alone is no news. New rows keep the days of the zone that the account has.
 */
export async function keepStoredDays(tx: Tx, reads: readonly AnswersRead[]): Promise<AnswersRead[]> {
  const found = await storedOf(tx, reads);
  return reads.map((read, index) => {
    const stored = found.get(index);
    return stored ? { ...read, rows: rowsWithDays(read, stored) } : read;
  });
}

/** By read and by row. */
type Found = ReadonlyMap<number, ReadonlyMap<TransactionRow, readonly StoredMoment[]>>;

async function storedOf(tx: Tx, reads: readonly AnswersRead[]): Promise<Found> {
  const asked = reads.flatMap((read, index) =>
    read.hasTransactions
      ? read.rows.filter(({ moments }) => moments).map((row) => ({ read, index, row }))
      : [],
  );
  if (asked.length === 0) return new Map();
  const rows = await tx.query<StoredMoment>(STORED, [
    JSON.stringify(asked.map(({ read, row }, position) => toRecord(position, read.account.id, row))),
  ]);
  const found = new Map<number, Map<TransactionRow, StoredMoment[]>>();
  for (const stored of rows) {
    const one = asked[stored.position];
    if (!one) continue;
    const ofRead = found.get(one.index) ?? new Map<TransactionRow, StoredMoment[]>();
    found.set(one.index, ofRead);
    ofRead.set(one.row, [...(ofRead.get(one.row) ?? []), stored]);
  }
  return found;
}

/** By its id, also as the pending entry that it was, or else by its moment and amount. */
const STORED = `
  select w.position, s.id, s.identity_key, s.identity_rank, s.document
    from jsonb_to_recordset($1::jsonb) as w(
           position integer, account_id bigint, keys text[], day date, booked boolean, booking_datetime text,
           value_datetime text, amount numeric, currency text),
         lateral (
           select id, identity_key, identity_rank, coalesce(provider_document, document) as document, true as by_id
             from transactions t
            where t.account_id = w.account_id and t.identity_key = any(w.keys) and t.origin <> 'USER'
           union all
           select id, identity_key, identity_rank, provided, false
             from (select id, identity_key, identity_rank, coalesce(provider_document, document) as provided
                     from transactions t
                    where t.account_id = w.account_id and t.day between w.day - 1 and w.day + 1
                      and t.booked = w.booked and t.origin <> 'USER' offset 0) t
            where provided->>'booking_datetime' = w.booking_datetime
              and provided->>'value_datetime' = w.value_datetime
              and provided->>'currency' = w.currency and (provided->>'amount')::numeric = w.amount
         ) s
   order by w.position, s.by_id desc, s.id`;

function toRecord(position: number, accountId: number, row: TransactionRow) {
  const { identityKey, identityRank, day, document } = row;
  const { booked, booking_datetime, value_datetime, amount, currency } = document;
  return {
    position,
    account_id: accountId,
    keys: identityRank === BY_CONTENT ? [] : [identityKey, identityKey.replace(/^t:/, 'pt:')],
    ...{ day, booked, booking_datetime, value_datetime, amount, currency },
  };
}

/** The key of such a row has its day in it. */
const BY_CONTENT: IdentityRank = 3;

function rowsWithDays(
  { account, rows }: AnswersRead,
  found: ReadonlyMap<TransactionRow, readonly StoredMoment[]>,
): TransactionRow[] {
  const { map_fields: map, fields_for_duplicate_filtering: fields } = account.config;
  const keys = new KeysInUse(rows, fields);
  const redated = rows.map((row) => {
    const stored = found.get(row);
    return stored ? redatedAs(row, stored, map, keys) : row;
  });
  return redated.map((row, index) => keys.withOwnKey(row, rows[index] === row));
}

function redatedAs(
  row: TransactionRow,
  stored: readonly StoredMoment[],
  map: AnswersRead['account']['config']['map_fields'],
  keys: KeysInUse,
): TransactionRow {
  const one = row.identityRank === BY_CONTENT ? keys.taken(row, stored) : stored[0];
  if (!one || !row.moments) return row;
  const days = storedDays(row.document, row.moments, one.document);
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
  private readonly takenIds = new Set<number>();
  private readonly keys: Set<string>;

  constructor(
    rows: readonly TransactionRow[],
    private readonly fields: readonly string[],
  ) {
    this.keys = new Set(rows.map(({ identityKey }) => identityKey));
  }

  taken(row: TransactionRow, stored: readonly StoredMoment[]): StoredMoment | undefined {
    const as = `${row.identityKey} ${row.contentHash}`;
    const known = this.takenBy.get(as);
    if (known) return known;
    const free = stored.find(({ id }) => !this.takenIds.has(id));
    if (!free) return undefined;
    this.takenIds.add(free.id);
    this.takenBy.set(as, free);
    this.keys.add(free.identity_key);
    return free;
  }

  /** A row without an id whose key belongs to another row by now gets the next one of its content. */
  withOwnKey(row: TransactionRow, isUntouched: boolean): TransactionRow {
    if (!isUntouched || row.identityRank !== BY_CONTENT || !this.belongsToAnother(row)) return row;
    const content = contentOf(row.document, this.fields);
    for (let occurrence = 1; ; occurrence += 1) {
      const key = contentKey(content, occurrence);
      if (this.keys.has(key)) continue;
      this.keys.add(key);
      return { ...row, identityKey: key };
    }
  }

  private belongsToAnother(row: TransactionRow): boolean {
    const own = this.takenBy.get(`${row.identityKey} ${row.contentHash}`);
    if (own) return false;
    return [...this.takenBy.values()].some(({ identity_key: key }) => key === row.identityKey);
  }
}
