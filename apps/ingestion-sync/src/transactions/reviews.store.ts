import { SettlementEvidence, TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { TransactionEdits } from './edits/edits';
import { BookedSide, OF_DUPLICATES, SettlementRow } from './settlement/settlements.store';
import { TransactionState } from './stored-transaction';
import { ChangedRow, FullTransaction, WrittenRow } from './transactions.store';

const CHANGED = 'returning id, version, created_at, updated_at, document';
const CHANGED_T = 'returning t.id, t.version, t.created_at, t.updated_at, t.document';

/** The layers of a transaction. `provider_document` is null if `document` is the provider's. */
interface ShownLayers {
  readonly document: TransactionDocument;
  readonly provider_document: TransactionDocument | null;
  readonly edits: TransactionEdits | null;
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Stores a transaction's edits as a new version. */
export function updateEdits(
  tx: Tx,
  id: number,
  { document, provider_document, edits }: ShownLayers,
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions
        set document = $2, provider_document = $3, edits = $4, version = version + 1, updated_at = now()
      where id = $1
     ${CHANGED}`,
    [id, JSON.stringify(document), jsonOf(provider_document), jsonOf(edits)],
  );
}

/** A transaction that gets the entry of another transaction. */
export interface EntryOf {
  readonly id: number;
  readonly other_id: number;
  readonly identity_key: string;
  readonly document: TransactionDocument;
  readonly provider_document?: TransactionDocument;
}

/** Exchanges entries; ids, edits, states and versions stay. The keys must be free. */
export async function exchangeEntries(tx: Tx, entries: readonly EntryOf[]): Promise<void> {
  await tx.execute(
    `update transactions t
        set identity_key = r.identity_key, identity_rank = o.identity_rank, content_hash = o.content_hash,
            booked = o.booked, booking_date = o.booking_date, day = o.day, raw = o.raw, origin = o.origin,
            document = r.document, provider_document = r.provider_document
       from jsonb_to_recordset($1::jsonb) as r(id bigint, other_id bigint, identity_key text, document jsonb,
            provider_document jsonb), transactions o
      where t.id = r.id and o.id = r.other_id`,
    [JSON.stringify(entries)],
  );
}

/** A transaction that was hidden, and the one that it was merged into. */
type Gone = Pick<FullTransaction, 'id' | 'version'> & { readonly mergedInto: number };

/** Hides a transaction that a settlement merged into another one, and releases its key. */
export function mergeAway(tx: Tx, keptId: number, id: number): Promise<Gone[]> {
  return tx.query<Gone>(
    `update transactions
        set state = 'MERGED', identity_key = 'merged:' || id, removed_at = now(), version = version + 1, updated_at = now()
      where id = $1 returning id, version, $2::bigint as "mergedInto"`,
    [id, keptId],
  );
}

/** Hides a transaction behind another one. The hidden transaction retains its entry. */
export function hideBehind(tx: Tx, keptId: number, id: number): Promise<Gone[]> {
  return tx.query<Gone>(
    `update transactions
        set state = 'MERGED', merged_into = $2, removed_at = now(), version = version + 1, updated_at = now()
      where id = $1 returning id, version, merged_into as "mergedInto"`,
    [id, keptId],
  );
}

/** Hides many transactions, each behind its own. */
export function hideAll(
  tx: Tx,
  hidden: readonly { readonly id: number; readonly kept: number }[],
): Promise<Gone[]> {
  return tx.query<Gone>(
    `update transactions t
        set state = 'MERGED', merged_into = r.kept, removed_at = now(), version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, kept bigint)
      where t.id = r.id
     returning t.id, t.version, t.merged_into as "mergedInto"`,
    [JSON.stringify(hidden)],
  );
}

/** SQL that removes the review mark from a transaction. */
const WITHOUT_MARK = `under_review = false, document = document - 'under_review',
            provider_document = provider_document - 'under_review'`;

/** Makes a merged transaction independent again, without a review mark. */
export async function showAgain(tx: Tx, id: number, state: TransactionState): Promise<void> {
  await tx.execute(
    `update transactions
        set ${WITHOUT_MARK}, merged_into = null, state = $2, removed_at = case when $2 = 'LIVE' then null else removed_at end
      where id = $1`,
    [id, state],
  );
}

/**
 * Clears the mark of transactions that no open review concerns any more, so that they count again. A removed
 * transaction retains its mark, because it was never published and returns unchanged.
 * @returns the transactions to publish
 */
export async function release(tx: Tx, ids: readonly number[]): Promise<WrittenRow[]> {
  if (ids.length === 0) return [];
  return tx.query<WrittenRow>(
    `update transactions t
        set ${WITHOUT_MARK}, version = version + 1, updated_at = now()
      where t.id = any($1::bigint[]) and t.under_review and t.state = 'LIVE'
        and not exists (select from settlements s
                         where s.account_id = t.account_id and s.${OF_DUPLICATES} and s.status = 'OPEN'
                           and s.pending_transaction_id = t.id)
     returning t.id, t.account_id, t.version, t.created_at, t.updated_at, t.document`,
    [ids],
  );
}

/** Reopens closed reviews of two booked rows that concern the given transactions, if both rows are visible. */
export function reopenReviews(
  tx: Tx,
  accountIds: readonly number[],
  transactionIds: readonly number[],
): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements s set status = 'OPEN', version = s.version + 1, updated_at = now()
       from transactions p, transactions b
      where s.${OF_DUPLICATES} and s.status = 'SUPERSEDED' and s.account_id = any($1::bigint[])
        and (s.pending_transaction_id = any($2::bigint[]) or s.booked_transaction_id = any($2::bigint[]))
        and p.id = s.pending_transaction_id and p.state = 'LIVE'
        and b.id = s.booked_transaction_id and b.state = 'LIVE'
     returning s.*`,
    [accountIds, transactionIds],
  );
}

/** Redirects reviews of rows that may be a merged row to the row that remains. */
export async function redirectReviews(
  tx: Tx,
  merged: readonly { readonly keptId: number; readonly otherId: number }[],
): Promise<SettlementRow[]> {
  if (merged.length === 0) return [];
  return tx.query<SettlementRow>(
    `update settlements s
        set booked_transaction_id = m."keptId", version = s.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as m("keptId" bigint, "otherId" bigint), transactions kept
      where s.${OF_DUPLICATES} and s.status = 'OPEN' and s.booked_transaction_id = m."otherId"
        and s.pending_transaction_id <> m."keptId" and kept.id = m."keptId" and s.account_id = kept.account_id
     returning s.*`,
    [JSON.stringify(merged)],
  );
}

/** A merge by hand, with both sides before it. */
export interface NewMerge {
  readonly accountId: number;
  readonly pendingId: number;
  readonly bookedId: number;
  readonly keptId: number;
  readonly pending: TransactionDocument;
  readonly booked: BookedSide;
  readonly evidence: SettlementEvidence;
  readonly origin: SettlementRow['origin'];
  readonly swapped: boolean;
  readonly filled: TransactionEdits | null;
}

/** Stores a merge. The data of the pending side is copied from its transaction. */
export function insertMerge(tx: Tx, merge: NewMerge): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `insert into settlements (account_id, status, pending_transaction_id, booked_transaction_id, pending_key,
                              pending_rank, pending_hash, pending_day, pending_document, pending_raw, pending_listed,
                              booked, evidence, origin, kept_transaction_id, swapped, filled_edits)
     select account_id, 'ACCEPTED', id, $3::bigint, identity_key, identity_rank, content_hash, day, $4::jsonb, raw, false,
            $5::jsonb, $6::jsonb, $7, $8::bigint, $9::boolean, $10::jsonb
       from transactions where id = $2 and account_id = $1
     returning *`,
    [
      merge.accountId,
      merge.pendingId,
      merge.bookedId,
      JSON.stringify(merge.pending),
      JSON.stringify(merge.booked),
      JSON.stringify(merge.evidence),
      merge.origin,
      merge.keptId,
      merge.swapped,
      jsonOf(merge.filled),
    ],
  );
}

/** Copies the pending transaction into the settlement, from which an undo restores it. */
export async function copyPending(tx: Tx, settlementId: number, transactionId: number): Promise<void> {
  await tx.execute(
    `update settlements s
        set pending_key = t.identity_key, pending_rank = t.identity_rank, pending_hash = t.content_hash,
            pending_day = t.day, pending_document = coalesce(t.provider_document, t.document), pending_raw = t.raw,
            pending_listed = t.state = 'LIVE'
       from transactions t where s.id = $1 and t.id = $2`,
    [settlementId, transactionId],
  );
}

/** Gives a transaction the entry of a booked one, by this key. */
export function applyBooked(
  tx: Tx,
  id: number,
  booked: { readonly id: number; readonly key: string },
  { document, provider_document, edits }: ShownLayers,
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions t
        set identity_key = $3, identity_rank = b.identity_rank, content_hash = b.content_hash, booked = true,
            booking_date = b.booking_date, day = b.day, raw = b.raw, document = $4, provider_document = $5, edits = $6,
            state = 'LIVE', removed_at = null, version = t.version + 1, updated_at = now()
       from transactions b
      where t.id = $1 and b.id = $2
     ${CHANGED_T}`,
    [id, booked.id, booked.key, JSON.stringify(document), jsonOf(provider_document), jsonOf(edits)],
  );
}

/** Whether a transaction of the account has the key. */
export async function isKeyTaken(tx: Tx, accountId: number, key: string): Promise<boolean> {
  const taken = await tx.query('select from transactions where account_id = $1 and identity_key = $2', [
    accountId,
    key,
  ]);
  return taken.length > 0;
}

/** Gives a transaction the pending entry of its settlement again, by this key. */
export function restorePending(
  tx: Tx,
  id: number,
  settlement: { readonly id: number; readonly key: string },
  { document, provider_document }: Omit<ShownLayers, 'edits'>,
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions t
        set identity_key = $3, identity_rank = s.pending_rank, content_hash = s.pending_hash, booked = false,
            booking_date = (s.pending_document->>'booking_date')::date, day = s.pending_day, raw = s.pending_raw,
            document = $4, provider_document = $5, version = t.version + 1, updated_at = now()
       from settlements s
      where t.id = $1 and s.id = $2
     ${CHANGED_T}`,
    [id, settlement.id, settlement.key, JSON.stringify(document), jsonOf(provider_document)],
  );
}

/** Adds the pending entry of a settlement as a transaction, by this key. */
export function insertPending(tx: Tx, settlementId: number, key: string): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `insert into transactions (account_id, identity_key, identity_rank, content_hash, booked, booking_date, day, document,
                               raw)
     select account_id, $2, pending_rank, pending_hash, false, (pending_document->>'booking_date')::date, pending_day,
            pending_document, pending_raw
       from settlements where id = $1
     ${CHANGED}`,
    [settlementId, key],
  );
}

/** The booked entry that a transaction showed, and the document of the entry alone. */
interface BookedEntry {
  readonly shown: FullTransaction;
  readonly document: TransactionDocument;
}

/** Adds the booked entry that another transaction showed. */
export function insertBooked(tx: Tx, entry: BookedEntry): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `insert into transactions (account_id, identity_key, identity_rank, content_hash, booking_date, day, document, raw,
                               booked)
     values ($1, $2, $3, $4, $5, $6, $7, $8, true) ${CHANGED}`,
    [entry.shown.account_id, ...columnsOf(entry)],
  );
}

/** Gives a merged transaction its booked entry again, which another transaction showed meanwhile. */
export function restoreBooked(
  tx: Tx,
  id: number,
  entry: BookedEntry,
  provider_document: TransactionDocument | null,
): Promise<ChangedRow[]> {
  return tx.query<ChangedRow>(
    `update transactions
        set identity_key = $2, identity_rank = $3, content_hash = $4, booking_date = $5, day = $6, document = $7,
            raw = $8, booked = true, provider_document = $9, state = 'LIVE', removed_at = null,
            version = version + 1, updated_at = now()
      where id = $1 ${CHANGED}`,
    [id, ...columnsOf(entry), jsonOf(provider_document)],
  );
}

function columnsOf({ shown, document }: BookedEntry): unknown[] {
  return [
    shown.identity_key,
    shown.identity_rank,
    shown.content_hash,
    shown.booking_date,
    shown.day,
    JSON.stringify(document),
    JSON.stringify(shown.raw),
  ];
}

/** A transaction that an import added, and the result of undoing it. */
export interface AddedRow {
  readonly id: number;
  readonly account_id: number;
  /**
   * Whether undoing the import may remove the transaction: it is shown, and neither the user nor the bank changed it.
   */
  readonly is_removable: boolean;
  /** Id of another import that contains the transaction and is not undone; null if there is none. */
  readonly heir: number | null;
}

/**
 * Loads transactions that an import added. A transaction is not removable if the bank sent it too, or the user edited,
 * split, merged or paired it.
 * @param heir SQL of another import that contains the transaction `t.id`
 */
export function readAdded(
  tx: Tx,
  ids: readonly number[],
  heir: { readonly sql: string; readonly importId: number },
): Promise<AddedRow[]> {
  return tx.query<AddedRow>(
    `select t.id, t.account_id,
            t.origin = 'FILE' and t.state = 'LIVE' and t.edits is null and t.split is null
              and not exists (select from transactions m where m.merged_into = t.id)
              and not exists (select from settlements s
                               where s.account_id = t.account_id and s.status in ('MERGED', 'ACCEPTED')
                                 and t.id in (s.kept_transaction_id, s.pending_transaction_id, s.booked_transaction_id))
              and not exists (select from transfer_pairs p
                               where p.status = 'CONFIRMED' and p.outgoing_transaction_id = t.id)
              and not exists (select from transfer_pairs p
                               where p.status = 'CONFIRMED' and p.incoming_transaction_id = t.id) as is_removable,
            ${heir.sql} as heir
       from transactions t where t.id = any($2::bigint[]) order by t.id`,
    [heir.importId, ids],
  );
}

/** The last transaction that was merged into each of these, except these themselves. */
export function lastMergedInto(
  tx: Tx,
  keptIds: readonly number[],
): Promise<{ readonly id: number; readonly kept_id: number }[]> {
  return tx.query(
    `select distinct on (merged_into) id, merged_into as kept_id from transactions
      where merged_into = any($1::bigint[]) and state = 'MERGED' and id <> all($1::bigint[])
      order by merged_into, id desc`,
    [keptIds],
  );
}

/** Marks that are published with a transaction in addition to its document. */
export interface Marks {
  readonly id: number;
  readonly is_own_transfer: boolean;
  readonly is_under_review: boolean;
}

/** Loads the marks of those transactions that have any. */
export function readMarks(tx: Tx, ids: readonly number[]): Promise<Marks[]> {
  return tx.query<Marks>(
    `select id, is_own_transfer, is_under_review from (
       select r.id, exists (select from transfer_pairs p where p.outgoing_transaction_id = r.id and p.status = 'CONFIRMED')
                 or exists (select from transfer_pairs p where p.incoming_transaction_id = r.id and p.status = 'CONFIRMED')
                 as is_own_transfer,
              exists (select from transactions t where t.id = r.id and t.under_review) as is_under_review
         from unnest($1::bigint[]) as r(id)) marked
      where is_own_transfer or is_under_review`,
    [ids],
  );
}
