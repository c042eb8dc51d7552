import { SettlementStatus, TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { IdentityRank } from '../identity';
import { StoredSettlement } from '../stored-settlement';
import { AccountSources, ListedAs, listedBy } from './load-sources';
import { UserLayers } from '../edits/shown-document';
import { StoredTransaction, TransactionState } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { RowSource } from '../write-transactions';

/** Rows of one account, as an answer had them. */
export interface AccountRows {
  readonly accountId: number;
  readonly rows: readonly TransactionRow[];
  /** Where the rows come from; default: the provider. */
  readonly source?: RowSource | undefined;
}

/** A row that is stored just so already. */
export interface ListedRow {
  readonly row: TransactionRow;
  readonly transactionId: number;
}

/**
 * Which rows are stored with the same key and content, and not removed: this recognizes most repeated rows without
 * reading them. What came from a file and is sent by the bank now is written again, as the bank's.
 */
export async function findListed(tx: Tx, accounts: readonly AccountRows[]): Promise<ListedRow[]> {
  const all = accounts.flatMap(({ accountId, source, rows }) =>
    rows.map((row) => ({ accountId, row, isFile: source === 'FILE' })),
  );
  if (all.length === 0) return [];
  const [found] = await tx.query<{ positions: number[] | null; ids: number[] | null }>(LISTED, [
    all.map(({ accountId }) => accountId),
    all.map(({ row }) => row.identityKey),
    all.map(({ row }) => row.contentHash),
    all.map(({ isFile }) => isFile),
  ]);
  return (found?.positions ?? []).flatMap((position, index) => {
    const listed = all[position - 1];
    const transactionId = found?.ids?.[index];
    return listed && transactionId !== undefined ? [{ row: listed.row, transactionId }] : [];
  });
}

/*
 * Rows are looked up one by one: `offset 0` keeps the planner from joining whole sets, for which it would read the whole
 * table wherever it knows little of it yet. `<> all` of a list that is sent with the statement is looked up in a hash; of a
 * prepared statement's parameter it would be read through for each row.
 */

const LISTED = `
  select array_agg(i.position order by i.position) as positions, array_agg(t.id order by i.position) as ids
    from unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[]) with ordinality
           as i(account_id, identity_key, content_hash, is_file, position),
         lateral (
           select id from transactions t
            where t.account_id = i.account_id and t.identity_key = i.identity_key
              and t.content_hash = i.content_hash and t.state in ('LIVE', 'DELETED', 'MERGED')
              and (t.origin = 'PROVIDER' or i.is_file)
           offset 0
         ) t`;

/** What of an account's transactions matters for the rows that are left. */
export interface StoredWanted {
  readonly accountId: number;
  /** Beside what lists each of them. */
  readonly withListings: boolean;
  /** Days of the rows that are left; null where there are none. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Some row has no day. */
  readonly withoutDay: boolean;
  /** Also the transactions that the answer lists unchanged: a pending row may belong to one of them. */
  readonly withListed: boolean;
  /** Removed pending entries count from this day on. */
  readonly pendingFrom: string;
  readonly keys: readonly string[];
}

interface StoredRow extends UserLayers {
  id: number;
  account_id: number;
  state: TransactionState;
  booked: boolean;
  day: string | null;
  seen_on: string;
  identity_key: string;
  identity_rank: IdentityRank;
  content_hash: string;
  document: TransactionDocument;
  merged_into: number | null;
  is_from_file: boolean;
  under_review: boolean;
  listings: ListedAs[] | null;
}

const STORED = `
  with wanted as (
    select * from jsonb_to_recordset($1::jsonb) as w(
      account_id bigint, day_from date, day_to date, without_day boolean, with_listed boolean, with_listings boolean,
      pending_from date)
  ), found as (
    select t.id from wanted w, lateral (
      select id from transactions t
       where t.account_id = w.account_id and t.day between w.day_from and w.day_to offset 0) t
     where w.with_listed or t.id <> all($2::bigint[])
    union
    select t.id from wanted w, lateral (
      select id from transactions t where t.account_id = w.account_id and t.day is null and w.without_day offset 0) t
    union
    select t.id from wanted w, lateral (
      select id from transactions t
       where t.account_id = w.account_id and not t.booked
         and (t.state in ('LIVE', 'MERGED') or coalesce(t.day, t.created_at::date) >= w.pending_from) offset 0) t
    union
    select t.id from unnest($3::bigint[], $4::text[]) as k(account_id, identity_key), lateral (
      select id from transactions t where t.account_id = k.account_id and t.identity_key = k.identity_key offset 0) t
  )
  select t.id, t.account_id, t.state, t.booked, t.day, (t.created_at at time zone 'UTC')::date as seen_on,
         t.identity_key, t.identity_rank, t.content_hash, coalesce(t.provider_document, t.document) as document, t.edits,
         t.split, t.merged_into, t.origin = 'FILE' as is_from_file, t.under_review,
         case when exists (select from wanted w where w.account_id = t.account_id and w.with_listings) then (
           select json_agg(json_build_object('importId', f.import_id, 'added', f.added, 'bankId', f.bank_id,
                                             'balance', f.balance) order by f.import_id)
             from file_import_transactions f where f.transaction_id = t.id) end as listings
    from found, lateral (select * from transactions t where t.id = found.id and t.origin <> 'USER' offset 0) t
   order by t.id`;

/** The stored transactions that the rows may be, by account. */
export async function loadStored(
  tx: Tx,
  wanted: readonly StoredWanted[],
  listed: readonly number[],
  sources: ReadonlyMap<number, AccountSources>,
): Promise<Map<number, StoredTransaction[]>> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.flatMap(({ accountId, keys }) => keys.map((key) => ({ accountId, key })));
  const rows = await tx.query<StoredRow>(STORED, [
    JSON.stringify(wanted.map(toRecord)),
    listed,
    keys.map(({ accountId }) => accountId),
    keys.map(({ key }) => key),
  ]);
  return byAccount(rows, (row) => toStored(row, sources.get(row.account_id)));
}

interface SettlementRow {
  id: number;
  account_id: number;
  status: SettlementStatus;
  kept_id: number;
  pending_key: string;
  pending_document: TransactionDocument;
  pending_day: string | null;
  pending_listed: boolean;
  seen_on: string;
}

/** The settlements in force of accounts whose pending entries were read. */
export async function loadSettlements(
  tx: Tx,
  accountIds: readonly number[],
): Promise<Map<number, StoredSettlement[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.query<SettlementRow>(
    `select id, account_id, status, coalesce(pending_transaction_id, booked_transaction_id) as kept_id, pending_key,
            pending_document, pending_day, pending_listed, (created_at at time zone 'UTC')::date as seen_on
       from settlements
      where account_id = any($1::bigint[]) and status in ('MERGED', 'ACCEPTED') and origin = 'MATCHED'
        and (pending_listed or created_at > now() - interval '100 days')
      order by id`,
    [accountIds],
  );
  return byAccount(rows, (row) => ({
    id: row.id,
    status: row.status,
    keptTransactionId: row.kept_id,
    pendingKey: row.pending_key,
    pendingDocument: row.pending_document,
    day: row.pending_day,
    seenOn: row.seen_on,
    pendingListed: row.pending_listed,
  }));
}

function toRecord({ accountId, days, withoutDay, withListed, withListings, pendingFrom }: StoredWanted) {
  return {
    account_id: accountId,
    day_from: days?.from ?? null,
    day_to: days?.to ?? null,
    without_day: withoutDay,
    with_listed: withListed,
    with_listings: withListings,
    pending_from: pendingFrom,
  };
}

/** Member by member: objects that others are spread into are much slower to make and to read. */
function toStored(row: StoredRow, sources: AccountSources | undefined): StoredTransaction {
  const { listings, form } = listedBy(row, sources);
  return {
    id: row.id,
    state: row.state,
    booked: row.booked,
    day: row.day,
    seenOn: row.seen_on,
    identityKey: row.identity_key,
    identityRank: row.identity_rank,
    contentHash: row.content_hash,
    document: row.document,
    edits: row.edits,
    mergedInto: row.merged_into,
    isFromFile: row.is_from_file,
    underReview: row.under_review,
    split: row.split,
    listings,
    form,
  };
}

function byAccount<Row extends { account_id: number }, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Map<number, Item[]> {
  const items = new Map<number, Item[]>();
  for (const row of rows) {
    const known = items.get(row.account_id);
    if (known) known.push(toItem(row));
    else items.set(row.account_id, [toItem(row)]);
  }
  return items;
}
