import { TransactionDocument } from '@tributary/contracts';
import { textSequence, toArrayLiteral, toTextSequence, Tx } from '@tributary/persistence';
import { accountsAmong } from '../accounts/accounts.store';
import { UserLayers } from './edits/shown-document';
import { IdentityRank, StoredKey } from './identity';
import { FileSourceRow } from './matching/file-source';
import { TransactionState } from './stored-transaction';
import { TransactionRow } from './transaction-rows';
import { WrittenRow } from './transactions.store';

/**
 * SQL for whether an account has transactions. It reads in the order of an index: with one large account, the planner
 * assumes that most rows belong to the requested account, and `exists` would read the whole table if none does.
 */
export function hasTransactions(accountId: string): string {
  return `(select true from transactions t where t.account_id = ${accountId} order by t.day limit 1) is not null`;
}

/** The sources that list an account's transactions: its applied files, and its connection up to the last booked day. */
export interface SourcesRow {
  readonly id: number;
  readonly last_day: string | null;
  readonly files: FileSourceRow[] | null;
}

export function readSources(tx: Tx, accountIds: readonly number[]): Promise<SourcesRow[]> {
  return tx.query<SourcesRow>(
    `select a.id,
            case when a.provider <> 'MANUAL' then (
              select t.day::text from transactions t
               where t.account_id = a.id and t.origin = 'PROVIDER' and t.booked and t.day is not null
               order by t.day desc limit 1) end as last_day,
            (select json_agg(json_build_object('importId', i.id, 'format', i.format, 'shape', i.csv_shape, 'digest', i.digest,
                                               'name', i.file_name, 'bytes', i.file_bytes,
                                               'isWhole', i.status <> 'FAILED', 'account', f.account) order by i.id)
               from file_imports i, jsonb_array_elements(i.accounts) as f(account)
              where i.user_id = a.user_id and i.status in ('APPLYING', 'APPLIED', 'UNDOING', 'FAILED')
                and f.account->>'financial_account_id' = a.id::text) as files
       from ${accountsAmong('$1')}`,
    [accountIds],
  );
}

/** A read row, looked up by its account, key and content. */
export interface LookedUp {
  readonly accountId: number;
  readonly row: TransactionRow;
  readonly isFile: boolean;
}

/*
 * Rows are looked up one by one. `offset 0` stops the planner from joining whole sets, for which it would read the whole
 * table while it has few statistics. A list that is sent with the statement makes `<> all` a hash lookup; a parameter of a
 * prepared statement would be scanned for each row.
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

/**
 * Finds rows that are stored with the same key and content and not removed. @returns their positions, counted from 1,
 * and their transactions
 */
export async function findListedRows(
  tx: Tx,
  rows: readonly LookedUp[],
): Promise<{ readonly positions: readonly number[]; readonly ids: readonly number[] }> {
  const [found] = await tx.query<{ positions: number[] | null; ids: number[] | null }>(LISTED, [
    rows.map(({ accountId }) => accountId),
    rows.map(({ row }) => row.identityKey),
    rows.map(({ row }) => row.contentHash),
    rows.map(({ isFile }) => isFile),
  ]);
  return { positions: found?.positions ?? [], ids: found?.ids ?? [] };
}

/** An entry of an imported file that is a stored row. */
export interface ListedAs {
  readonly importId: number;
  /** True if this file added the row. */
  readonly added: boolean;
  readonly bankId: string | null;
  readonly balance: string | null;
}

/** Selects the stored rows of an account that may match read rows; see `StoredWanted`. */
export interface WantedRecord {
  readonly account_id: number;
  readonly day_from: string | null;
  readonly day_to: string | null;
  readonly without_day: boolean;
  readonly with_listed: boolean;
  readonly with_listings: boolean;
  readonly pending_from: string;
}

export interface StoredRow extends UserLayers {
  readonly id: number;
  readonly account_id: number;
  readonly state: TransactionState;
  readonly booked: boolean;
  readonly day: string | null;
  readonly seen_on: string;
  readonly identity_key: string;
  readonly identity_rank: IdentityRank;
  readonly content_hash: string;
  readonly document: TransactionDocument;
  readonly merged_into: number | null;
  readonly is_from_file: boolean;
  readonly under_review: boolean;
  readonly listings: ListedAs[] | null;
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

/**
 * @param listed transactions that were read unchanged
 * @param keys keys of rows that may be stored on other days
 */
export function readStored(
  tx: Tx,
  wanted: readonly WantedRecord[],
  listed: readonly number[],
  keys: readonly { readonly accountId: number; readonly key: string }[],
): Promise<StoredRow[]> {
  return tx.query<StoredRow>(STORED, [
    JSON.stringify(wanted),
    listed,
    keys.map(({ accountId }) => accountId),
    keys.map(({ key }) => key),
  ]);
}

/** A stored transaction that a row may be, with the bank's values. */
export interface StoredMoment {
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

const MOMENT = `t.account_id, t.id, t.identity_key, t.identity_rank, t.booked, p.amount, p.currency,
       p.booking_date, p.booking_datetime, p.value_date, p.value_datetime`;
const PROVIDED = `lateral jsonb_to_record(coalesce(t.provider_document, t.document)) as p(
         amount text, currency text, booking_date text, booking_datetime text, value_date text, value_datetime text)`;

export function momentsByKey(
  tx: Tx,
  wanted: readonly { readonly account_id: number; readonly keys: readonly string[] }[],
): Promise<StoredMoment[]> {
  return tx.query<StoredMoment>(
    `select ${MOMENT}
       from jsonb_to_recordset($1::jsonb) as w(account_id bigint, keys text[])
      cross join unnest(w.keys) as wanted(key)
       join transactions t on t.account_id = w.account_id and t.identity_key = wanted.key and t.origin <> 'USER',
            ${PROVIDED}`,
    [JSON.stringify(wanted)],
  );
}

/** Loads transactions on these days and one day around: two time zones differ by at most a day. */
export function momentsAround(
  tx: Tx,
  wanted: readonly { readonly account_id: number; readonly days: readonly string[] }[],
): Promise<StoredMoment[]> {
  return tx.query<StoredMoment>(
    `select ${MOMENT}
       from jsonb_to_recordset($1::jsonb) as w(account_id bigint, days date[])
      cross join lateral (select distinct d + apart as day from unnest(w.days) as d, generate_series(-1, 1) as apart) wanted
       join transactions t on t.account_id = w.account_id and t.origin <> 'USER' and t.day = wanted.day,
            ${PROVIDED}
      order by t.id`,
    [JSON.stringify(wanted)],
  );
}

/** The days of an account whose booked transactions are added up, in one currency; if `until` is null, to the last day. */
export interface SumsWanted {
  readonly account_id: number;
  readonly last_floor: string;
  readonly floor: string;
  readonly until: string | null;
  readonly currency: string;
}

export interface BookedSums {
  readonly account_id: number;
  readonly from_last_floor: string;
  readonly from_floor: string;
}

/**
 * Adds up booked transactions as the provider reports them: a user's additions, changes and deletions did not happen at
 * the institution. A row under review counts only after a decision that it is a separate transaction. The sums are
 * computed for each account separately, because the planner would read the whole table for a joined set while it has
 * few statistics.
 */
export function sumBooked(tx: Tx, wanted: readonly SumsWanted[]): Promise<BookedSums[]> {
  return tx.query<BookedSums>(
    `select i.account_id, coalesce(s.from_last_floor, 0)::text as from_last_floor,
            coalesce(s.from_floor, 0)::text as from_floor
       from jsonb_to_recordset($1::jsonb)
              as i(account_id bigint, last_floor date, floor date, until date, currency text),
            lateral (
              select sum(amount) filter (where booking_date is null or booking_date >= i.last_floor) as from_last_floor,
                     sum(amount) filter (where booking_date is null or booking_date >= i.floor) as from_floor
                from (select t.booking_date, (coalesce(t.provider_document, t.document)->>'amount')::numeric as amount
                        from transactions t
                       where t.account_id = i.account_id and t.booked and t.state in ('LIVE', 'DELETED')
                         and t.origin <> 'USER' and not t.under_review
                         and (t.booking_date is null
                              or t.booking_date between least(i.last_floor, i.floor) and coalesce(i.until, 'infinity'))
                         and coalesce(t.provider_document, t.document)->>'currency' = i.currency) booked
            ) s`,
    [JSON.stringify(wanted)],
  );
}

/** Frees keys before other rows take them, because keys must be unique at every moment of a statement. */
export async function leaveKeys(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(`update transactions set identity_key = 'left:' || id where id = any($1::bigint[])`, [
    ids,
  ]);
}

/** The source of a row: the bank's provider, or a file that the user uploaded. */
export type RowSource = 'PROVIDER' | 'FILE';

/** A new transaction with its document as it is stored. */
export interface NewTransaction extends Pick<TransactionRow, 'document' | 'documentJson'> {
  readonly id: number;
  readonly accountId: number;
  readonly source: RowSource;
  readonly row: TransactionRow;
  readonly key: StoredKey;
  readonly underReview: boolean;
}

/** Draws ids for new rows, and reads the time at which this database transaction creates them. */
export async function drawIds(tx: Tx, count: number): Promise<{ ids: readonly number[]; at: Date }> {
  const [drawn] = await tx.query<{ ids: number[]; at: Date }>(
    `select array_agg(nextval('transactions_id_seq')) as ids, now() as at from generate_series(1, $1::integer)`,
    [count],
  );
  if (drawn?.ids.length !== count) throw new Error('there are not as many ids as rows');
  return drawn;
}

/** Inserts rows as separate columns, because the server would parse each document twice in one JSON text. */
export async function insertRows(tx: Tx, insertions: readonly NewTransaction[]): Promise<void> {
  const rows = insertions.map(({ row }) => row);
  await tx.execute(
    `insert into transactions (id, account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
                               document, raw, under_review)
     overriding system value
     select id, account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
            document::jsonb, raw::json, under_review
       from unnest($1::bigint[], $2::bigint[], ${textSequence(11)}, $3::text[], $4::smallint[], ${textSequence(5)},
                   $6::boolean[], $7::date[], $8::date[], ${textSequence(9)}, ${textSequence(10)}, $12::boolean[])
              as r(id, account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day, document, raw,
                   under_review)`,
    [
      toArrayLiteral(insertions.map(({ id }) => id)),
      toArrayLiteral(insertions.map(({ accountId }) => accountId)),
      insertions.map(({ key }) => key.key),
      toArrayLiteral(insertions.map(({ key }) => key.rank)),
      toTextSequence(rows.map(({ contentHash }) => contentHash)),
      toArrayLiteral(rows.map(({ document }) => document.booked)),
      rows.map(({ document }) => document.booking_date),
      rows.map(({ day }) => day),
      toTextSequence(insertions.map(({ documentJson }) => documentJson)),
      toTextSequence(rows.map(({ rawJson }) => rawJson)),
      toTextSequence(insertions.map(({ source }) => source)),
      toArrayLiteral(insertions.map(({ underReview }) => underReview)),
    ],
  );
}

/** A transaction after a write, without its document. */
export type Written = Omit<WrittenRow, 'document'>;

/** @param records JSON of each transaction: its new column values, and `is_published` */
export function updateRows(tx: Tx, records: readonly string[]): Promise<Written[]> {
  return tx.query<Written>(
    `update transactions t
        set origin = r.origin, identity_key = r.identity_key, identity_rank = r.identity_rank, content_hash = r.content_hash,
            booked = r.booked, booking_date = r.booking_date, day = r.day, document = r.document,
            provider_document = r.provider_document, raw = r.raw, state = r.state,
            removed_at = case when r.state = 'LIVE' then null else t.removed_at end,
            version = t.version + case when r.is_published then 1 else 0 end,
            updated_at = case when r.is_published then now() else t.updated_at end
       from jsonb_to_recordset($1::jsonb) as r(id bigint, account_id bigint, origin text, identity_key text,
            identity_rank smallint, content_hash text, booked boolean, booking_date date, day date, document jsonb,
            provider_document jsonb, raw jsonb, state text, is_published boolean)
      where t.id = r.id
     returning t.id, t.account_id, t.version, t.created_at, t.updated_at`,
    [`[${records.join(',')}]`],
  );
}

/** A removed transaction. */
export interface RemovedTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
}

/** Removes transactions in one statement, each with its reason as the new state. */
export async function removeTransactions(
  tx: Tx,
  removals: readonly { readonly id: number; readonly state: TransactionState }[],
): Promise<RemovedTransaction[]> {
  if (removals.length === 0) return [];
  const rows = await tx.query<{ id: number; account_id: number; version: number }>(
    `update transactions t
        set state = r.state, removed_at = now(), version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, state text)
      where t.id = r.id
     returning t.id, t.account_id, t.version`,
    [JSON.stringify(removals)],
  );
  return rows.map(({ id, account_id, version }) => ({ id, accountId: account_id, version }));
}
