import { TransactionDocument, TransactionFields } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { accountsBut, joinAccounts } from '../accounts/accounts.store';
import { FieldMap } from '../providers/mapping/mapped-fields';
import { TransactionEdits } from './edits/edits';
import { StoredSplit, UserLayers } from './edits/shown-document';
import { IdentityRank } from './identity';
import { TransactionState } from './stored-transaction';

/** A transaction's whole row. */
export interface FullTransaction extends UserLayers {
  readonly id: number;
  readonly account_id: number;
  readonly identity_key: string;
  readonly identity_rank: IdentityRank;
  readonly content_hash: string;
  readonly version: number;
  readonly state: TransactionState;
  readonly origin: 'PROVIDER' | 'USER' | 'FILE';
  readonly booked: boolean;
  readonly booking_date: string | null;
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly provider_document: TransactionDocument | null;
  readonly merged_into: number | null;
  readonly under_review: boolean;
  /** The transaction that this one is a part of. */
  readonly split_of: number | null;
  readonly raw: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A transaction after a command. */
export type ChangedRow = Pick<FullTransaction, 'id' | 'version' | 'created_at' | 'updated_at' | 'document'>;

/** A changed transaction with its account. */
export type WrittenRow = ChangedRow & Pick<FullTransaction, 'account_id'>;

const CHANGED = 'returning id, version, created_at, updated_at, document';
const WRITTEN = 'returning t.id, t.account_id, t.version, t.created_at, t.updated_at, t.document';

/** Some of an account's rows; the account must be locked. */
export function readTransactions(tx: Tx, ids: readonly (number | null)[]): Promise<FullTransaction[]> {
  return tx.query<FullTransaction>('select * from transactions where id = any($1::bigint[]) order by id', [
    ids.filter((id) => id !== null),
  ]);
}

/** The accounts of these transactions, each once. */
export async function accountsOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ account_id: number }>(
    'select distinct account_id from transactions where id = any($1::bigint[])',
    [ids],
  );
  return rows.map(({ account_id }) => account_id);
}

/** SQL for the accounts of these transactions. */
export const accountIdsOf = (ids: string): string =>
  `select account_id from transactions where id = any(${ids}::bigint[])`;

/** SQL that joins the transaction with this id under this alias. */
export const joinTransaction = (alias: string, id: string): string =>
  `join transactions ${alias} on ${alias}.id = ${id}`;

/** A transaction's document as its provider reported it. */
export interface ReportedRow {
  readonly account_id: number;
  readonly origin: FullTransaction['origin'];
  readonly provided: TransactionDocument;
}

/** Finds the reported document. A part has the document of its whole, because the bank reports a payment as a whole. */
export async function findReported(tx: Tx, id: number): Promise<ReportedRow | undefined> {
  const [row] = await tx.query<ReportedRow>(
    `select t.account_id, e.origin, coalesce(e.provider_document, e.document) as provided
       from transactions t join transactions e on e.id = coalesce(t.split_of, t.id)
      where t.id = $1 and t.state = 'LIVE'`,
    [id],
  );
  return row;
}

/** A transaction that a user adds. */
export interface NewByHand {
  readonly account_id: number;
  readonly identity_key: string;
  readonly content_hash: string;
  readonly booked: boolean;
  readonly booking_date: string | null;
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly raw: TransactionFields;
  readonly provider_document: TransactionDocument;
  readonly edits: TransactionEdits | null;
}

/** Inserts transactions in the given order. */
export function insertByHand(
  tx: Tx,
  rows: readonly NewByHand[],
): Promise<(ChangedRow & { readonly identity_key: string })[]> {
  return tx.query(
    `insert into transactions (account_id, origin, identity_key, identity_rank, content_hash, booked, booking_date, day,
                               document, raw, provider_document, edits)
     select account_id, 'USER', identity_key, 3, content_hash, booked, booking_date, day, document, raw,
            provider_document, edits
       from jsonb_to_recordset($1::jsonb) as r(position integer, account_id bigint, identity_key text,
            content_hash text, booked boolean, booking_date date, day date, document jsonb, raw jsonb,
            provider_document jsonb, edits jsonb)
      order by position
     ${CHANGED}, identity_key`,
    [JSON.stringify(rows.map((row, position) => ({ ...row, position })))],
  );
}

/**
 * Adds the parts of a transaction. Rows of the bank never match them, because they are the user's.
 * @param parts JSON of an array of documents, edits and days
 * @returns the parts in the order given, with rising ids
 */
export async function insertParts(
  tx: Tx,
  { id, account_id }: Pick<FullTransaction, 'id' | 'account_id'>,
  parts: string,
): Promise<ChangedRow[]> {
  const inserted = await tx.query<ChangedRow>(
    `insert into transactions (account_id, origin, split_of, identity_key, identity_rank, content_hash, booked,
                               booking_date, day, document, raw, edits)
     select $1, 'USER', $2, 'part:' || gen_random_uuid(), 3, 'part', (document->>'booked')::boolean,
            (document->>'booking_date')::date, day, document, edits, edits
       from rows from (jsonb_to_recordset($3::jsonb) as (document jsonb, edits jsonb, day date))
              with ordinality as part(document, edits, day, place)
      order by place
     ${CHANGED}`,
    [account_id, id, parts],
  );
  return inserted.sort((a, b) => a.id - b.id);
}

/** Stores the split of a transaction or its absence. `provider_document` is null if the shown document is the provider's. */
export function updateSplit(
  tx: Tx,
  id: number,
  {
    document,
    provider_document,
    split,
  }: Pick<FullTransaction, 'document' | 'provider_document'> & { readonly split: StoredSplit | null },
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions
        set document = $2, provider_document = $3, split = $4, version = version + 1, updated_at = now()
      where id = $1
     ${CHANGED}`,
    [
      id,
      JSON.stringify(document),
      provider_document === null ? null : JSON.stringify(provider_document),
      split === null ? null : JSON.stringify(split),
    ],
  );
}

/** Stores only the edits of parts; `followSplits` then rebuilds their documents from the whole. */
export async function updatePartEdits(
  tx: Tx,
  parts: readonly Pick<FullTransaction, 'id' | 'edits'>[],
): Promise<void> {
  if (parts.length === 0) return;
  await tx.execute(
    `update transactions t set edits = r.edits
       from jsonb_to_recordset($1::jsonb) as r(id bigint, edits jsonb) where t.id = r.id`,
    [JSON.stringify(parts)],
  );
}

/** A transaction with changed edits. */
export type EditedRow = Pick<FullTransaction, 'id' | 'document' | 'provider_document' | 'edits' | 'day'>;

export async function updateEdited(tx: Tx, rows: readonly EditedRow[]): Promise<WrittenRow[]> {
  if (rows.length === 0) return [];
  return tx.query<WrittenRow>(
    `update transactions t
        set document = r.document, provider_document = r.provider_document, edits = r.edits, day = r.day,
            booked = case when origin = 'USER' then (r.document->>'booked')::boolean else t.booked end,
            booking_date =
              case when origin = 'USER' then (r.document->>'booking_date')::date else t.booking_date end,
            version = version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb)
              as r(id bigint, document jsonb, provider_document jsonb, edits jsonb, day date)
      where t.id = r.id
     ${WRITTEN}`,
    [JSON.stringify(rows)],
  );
}

export function raiseVersions(tx: Tx, ids: readonly number[]): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions set version = version + 1, updated_at = now()
      where id = any($1::bigint[]) ${CHANGED}`,
    [ids],
  );
}

/** Raises the versions of visible transactions, except in the given accounts. */
export function raiseVersionsBut(
  tx: Tx,
  ids: readonly number[],
  accountIds: readonly number[],
): Promise<(WrittenRow & { readonly user_id: number })[]> {
  return tx.query(
    `update transactions t set version = t.version + 1, updated_at = now()
       from ${accountsBut('$2')}
      where t.id = any($1::bigint[]) and t.state = 'LIVE' and a.id = t.account_id
     ${WRITTEN}, a.user_id`,
    [ids, accountIds],
  );
}

/** A part with the current state of its whole. */
export interface PartOfWhole {
  readonly id: number;
  readonly state: TransactionState;
  readonly document: TransactionDocument;
  readonly edits: TransactionEdits;
  readonly whole_id: number;
  readonly whole_state: TransactionState;
  readonly provided: TransactionDocument;
  readonly whole_edits: TransactionEdits | null;
  readonly map: FieldMap;
}

/** The parts of split transactions. */
export function partsOf(tx: Tx, wholeIds: readonly number[]): Promise<PartOfWhole[]> {
  return tx.query<PartOfWhole>(
    `select c.id, c.state, c.document, c.edits, w.id as whole_id, w.state as whole_state,
            coalesce(w.provider_document, w.document) as provided, w.edits as whole_edits, a.config->'map_fields' as map
       from transactions w
       join transactions c on c.split_of = w.id
       ${joinAccounts('w')}
      where w.id = any($1::bigint[]) and w.split->'parts' @> to_jsonb(c.id)
      order by c.id`,
    [wholeIds],
  );
}

export async function updateParts(
  tx: Tx,
  parts: readonly {
    readonly id: number;
    readonly document: TransactionDocument;
    readonly day: string | null;
  }[],
): Promise<WrittenRow[]> {
  if (parts.length === 0) return [];
  return tx.query<WrittenRow>(
    `update transactions t
        set document = r.document, booked = (r.document->>'booked')::boolean,
            booking_date = (r.document->>'booking_date')::date, day = r.day, state = 'LIVE', removed_at = null,
            version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, document jsonb, day date)
      where t.id = r.id
     ${WRITTEN}`,
    [JSON.stringify(parts)],
  );
}

/** SQL for booked transactions of an account that may be a side of a transfer, with amount and currency. */
export const bookedBetween = (accountId: string, from: string, to: string): string => `
      select t.id, t.account_id, t.day, (t.document->>'amount')::numeric as amount, t.document->>'currency' as currency
        from transactions t
       where t.account_id = ${accountId} and t.day between ${from} and ${to} and t.state = 'LIVE' and t.booked
         and t.split is null and not t.under_review`;

/** A stored transaction with its raw row. */
export interface KeptTransaction extends UserLayers {
  readonly id: number;
  readonly booked: boolean;
  readonly rawJson: string;
  /** The provider's document, mapped when it was stored. */
  readonly provided: TransactionDocument;
}

/** Loads the account's next transactions of a provider in any state, without enrichment and review marks. */
export function readKept(
  tx: Tx,
  accountId: number,
  after: number,
  limit: number,
): Promise<KeptTransaction[]> {
  return tx.query<KeptTransaction>(
    `select id, booked, raw::text as "rawJson", coalesce(provider_document, document) - '{enriched,under_review}'::text[] as provided, edits, split
       from transactions where account_id = $1 and id > $2 and origin = 'PROVIDER' order by id limit $3`,
    [accountId, after, limit],
  );
}

/** A transaction that was mapped again. */
export interface ReplayedRow {
  readonly id: number;
  readonly document: TransactionDocument;
  readonly provided: TransactionDocument;
  readonly is_layered: boolean;
  readonly content_hash: string;
  readonly booking_date: string | null;
  readonly day: string | null;
}

/** Writes mapped transactions again; ids, keys, states and enrichment stay. */
export function updateReplayed(
  tx: Tx,
  accountId: number,
  rows: readonly ReplayedRow[],
): Promise<(WrittenRow & { readonly state: TransactionState })[]> {
  return tx.query(
    `update transactions t
        set document = r.document || case when t.document ? 'enriched'
                                          then jsonb_build_object('enriched', t.document->'enriched') else '{}' end,
            provider_document = case when r.is_layered then r.provided end,
            content_hash = r.content_hash, booking_date = r.booking_date, day = r.day,
            version = t.version + case when t.state = 'LIVE' then 1 else 0 end,
            updated_at = case when t.state = 'LIVE' then now() else t.updated_at end
       from jsonb_to_recordset($2::jsonb) as r(id bigint, document jsonb, provided jsonb, is_layered boolean,
            content_hash text, booking_date date, day date)
      where t.id = r.id and t.account_id = $1
     ${WRITTEN}, t.state`,
    [accountId, JSON.stringify(rows)],
  );
}

/** SQL for the number of transactions that a provider sent for these accounts. */
export const countOfProvider = (accountIds: string): string =>
  `(select count(*) from transactions
                      where account_id = any(${accountIds}::bigint[]) and origin = 'PROVIDER')`;

/** A transaction with its shown document. */
type Shown = Pick<FullTransaction, 'id' | 'document'>;

/** Loads all visible transactions of an account. */
export function readShown(database: Database, accountId: number): Promise<Shown[]> {
  return database.query<Shown>(
    `select id, document from transactions where account_id = $1 and state = 'LIVE' order by id`,
    [accountId],
  );
}

/** A visible transaction with the data that read rows are compared by. */
export interface ShownTransaction extends Shown {
  readonly identity_key: string;
  readonly content_hash: string;
}

/** Loads transactions that are visible on these days or without a day; null bounds mean all days. */
export function readShownBetween(
  database: Database,
  accountId: number,
  from: string | null,
  to: string | null,
): Promise<ShownTransaction[]> {
  return database.query<ShownTransaction>(
    `select id, identity_key, content_hash, document from transactions
      where account_id = $1 and state = 'LIVE' and (day is null or $2::date is null or day between $2 and $3)
      order by id`,
    [accountId, from, to],
  );
}

/** Stores enrichments, or removes them, where the result changed. @returns the changed transactions */
export function updateEnriched(
  tx: Tx,
  accountId: number,
  found: readonly { readonly id: number; readonly enriched: object | null }[],
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions t
        set document = case when jsonb_typeof(r.enriched) is distinct from 'object' then t.document - 'enriched'
                            else jsonb_set(t.document, '{enriched}', r.enriched) end,
            version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($2::jsonb) as r(id bigint, enriched jsonb)
      where t.id = r.id and t.account_id = $1 and t.state = 'LIVE'
        and t.document->'enriched' is distinct from nullif(r.enriched, 'null'::jsonb)
     returning t.id, t.version, t.created_at, t.updated_at, t.document`,
    [accountId, JSON.stringify(found)],
  );
}

/** @param ofAccount SQL that finds the rows `t` of the user's accounts */
export const transactionsTable = (ofAccount: string): UserTable => ({
  table: 'transactions',
  rowsOfUserSql: ofAccount,
  exportAs: { kind: 'transactions' },
});
