import {
  SettlementDocument,
  SettlementEvidence,
  SettlementOrigin,
  SettlementStatus,
  TransactionDocument,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinAccounts } from '../../accounts/accounts.store';
import { TransactionEdits } from '../edits/edits';
import { IdentityRank } from '../identity';
import { joinTransaction } from '../transactions.store';

/** The identity and published data of the booked side. */
export type BookedSide = Omit<SettlementDocument['booked'], 'transaction_id'>;

/** A new settlement without an id. */
export interface NewSettlement {
  readonly accountId: number;
  readonly status: Extract<SettlementStatus, 'MERGED' | 'OPEN'>;
  /** The transaction of each side; null if the side has none. */
  readonly pendingTransactionId: number | null;
  readonly bookedTransactionId: number | null;
  readonly pending: PendingSide;
  readonly booked: BookedSide;
  readonly pendingListed: boolean;
  readonly evidence: SettlementEvidence;
  readonly origin: Extract<SettlementOrigin, 'MATCHED' | 'MATCHED_DUPLICATE'>;
  /** The import that added the row under review. */
  readonly fileImportId: number | null;
}

/** The original pending entry. If `rawJson` is null, the provider's raw row is stored with the transaction. */
export interface PendingSide {
  readonly key: string;
  readonly rank: IdentityRank;
  readonly hash: string;
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly rawJson: string | null;
}

export interface SettlementRow {
  readonly id: number;
  readonly account_id: number;
  readonly version: number;
  readonly status: SettlementStatus;
  readonly pending_transaction_id: number | null;
  readonly booked_transaction_id: number | null;
  readonly pending_key: string;
  readonly pending_rank: IdentityRank;
  readonly pending_hash: string;
  readonly pending_day: string | null;
  readonly pending_document: TransactionDocument;
  readonly pending_raw: unknown;
  readonly booked: BookedSide;
  readonly evidence: SettlementEvidence;
  readonly origin: SettlementOrigin;
  readonly kept_transaction_id: number | null;
  readonly swapped: boolean;
  readonly filled_edits: TransactionEdits | null;
  readonly file_import_id: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** SQL for reviews of two booked rows that may be one. */
export const OF_DUPLICATES = `origin = 'MATCHED_DUPLICATE'`;

export async function findSettlement(tx: Tx, id: number): Promise<SettlementRow | undefined> {
  const [row] = await tx.query<SettlementRow>('select * from settlements where id = $1', [id]);
  return row;
}

/** The data of a settlement in force that the account's next reading needs. */
export interface SettlementInForce {
  readonly id: number;
  readonly account_id: number;
  readonly status: SettlementStatus;
  readonly kept_id: number;
  readonly pending_key: string;
  readonly pending_document: TransactionDocument;
  readonly pending_day: string | null;
  readonly pending_listed: boolean;
  /** The UTC day on which the settlement was made. */
  readonly seen_on: string;
}

export function readInForce(tx: Tx, accountIds: readonly number[]): Promise<SettlementInForce[]> {
  return tx.query<SettlementInForce>(
    `select id, account_id, status, coalesce(pending_transaction_id, booked_transaction_id) as kept_id, pending_key,
            pending_document, pending_day, pending_listed, (created_at at time zone 'UTC')::date as seen_on
       from settlements
      where account_id = any($1::bigint[]) and status in ('MERGED', 'ACCEPTED') and origin = 'MATCHED'
        and (pending_listed or created_at > now() - interval '100 days')
      order by id`,
    [accountIds],
  );
}

/** Loads merges by hand into the row that are in force, the last one first. */
export function mergesInto(tx: Tx, keptId: number): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `select * from settlements
      where kept_transaction_id = $1 and status = 'ACCEPTED' order by id desc`,
    [keptId],
  );
}

const OPEN_OF_IMPORT = `file_import_id = $1 and status = 'OPEN' and ${OF_DUPLICATES} and id > $2`;

/** The next open reviews of rows that an import added, in the order of their ids. */
export function openReviewsOfImport(
  tx: Tx,
  importId: number,
  after: number,
  limit: number,
): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `select * from settlements where ${OPEN_OF_IMPORT} order by id limit ${limit}`,
    [importId, after],
  );
}

export async function countOpenReviewsOfImport(tx: Tx, importId: number, after: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from settlements where ${OPEN_OF_IMPORT}`,
    [importId, after],
  );
  return row?.count ?? 0;
}

/** SQL for the accounts with open reviews of rows that an import added. */
export const accountsUnderReview = (importId: string): string =>
  `select account_id from settlements where file_import_id = ${importId} and status = 'OPEN'`;

/**
 * Stores settlements with their reasons. Call this before the pending transactions get the booked content, because
 * their raw rows are copied from them.
 */
export async function insertSettlements(
  tx: Tx,
  settlements: readonly NewSettlement[],
): Promise<SettlementRow[]> {
  if (settlements.length === 0) return [];
  return tx.query<SettlementRow>(
    `insert into settlements (account_id, status, pending_transaction_id, booked_transaction_id, pending_key,
                              pending_rank, pending_hash, pending_day, pending_document, pending_raw, pending_listed,
                              booked, evidence, origin, file_import_id)
     select r.account_id, r.status, r.pending_id, r.booked_id, r.key, r.rank, r.hash, r.day, r.document,
            coalesce(r.raw, t.raw::jsonb), r.listed, r.booked, r.evidence, r.origin, r.file_import_id
       from jsonb_to_recordset($1::jsonb) as r(account_id bigint, status text, pending_id bigint, booked_id bigint,
            key text, rank smallint, hash text, day date, document jsonb, raw jsonb, booked jsonb, listed boolean, evidence jsonb,
            origin text, file_import_id bigint)
       left ${joinTransaction('t', 'r.pending_id')}
     returning *`,
    [`[${settlements.map(toRecord).join(',')}]`],
  );
}

function toRecord(settlement: NewSettlement): string {
  const { pending } = settlement;
  const record = JSON.stringify({
    account_id: settlement.accountId,
    status: settlement.status,
    pending_id: settlement.pendingTransactionId,
    booked_id: settlement.bookedTransactionId,
    key: pending.key,
    rank: pending.rank,
    hash: pending.hash,
    day: pending.day,
    document: pending.document,
    booked: settlement.booked,
    listed: settlement.pendingListed,
    evidence: settlement.evidence,
    origin: settlement.origin,
    file_import_id: settlement.fileImportId,
  });
  return `${record.slice(0, -1)},"raw":${pending.rawJson ?? 'null'}}`;
}

/** Records that the bank no longer lists pending entries beside their booked ones. */
export async function markNoLongerListed(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute('update settlements set pending_listed = false where id = any($1::bigint[])', [ids]);
}

/** Moves a settlement to another status. */
export function moveSettlement(
  tx: Tx,
  settlement: SettlementRow,
  status: SettlementStatus,
  sides: { pendingId?: number; bookedId?: number } = {},
): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements
        set status = $2, pending_transaction_id = $3, booked_transaction_id = $4, version = version + 1,
            updated_at = now()
      where id = $1 returning *`,
    [
      settlement.id,
      status,
      sides.pendingId ?? settlement.pending_transaction_id,
      sides.bookedId ?? settlement.booked_transaction_id,
    ],
  );
}

export function dismissReviews(tx: Tx, ids: readonly number[]): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements set status = 'DISMISSED', version = version + 1, updated_at = now()
      where id = any($1::bigint[]) returning *`,
    [ids],
  );
}

/** A review of two booked rows that become one. */
export interface AcceptedReview {
  readonly id: number;
  readonly kept: number;
  readonly swapped: boolean;
  readonly filled: TransactionEdits | null;
}

export function acceptReviews(tx: Tx, accepted: readonly AcceptedReview[]): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements s
        set status = 'ACCEPTED', booked_transaction_id = r.kept, kept_transaction_id = r.kept, swapped = r.swapped, filled_edits = nullif(r.filled, 'null'),
            version = s.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, kept bigint, swapped boolean, filled jsonb)
      where s.id = r.id
     returning s.*`,
    [JSON.stringify(accepted)],
  );
}

/** Closes reviews of pending entries that have become another transaction. */
export async function supersedeReviews(tx: Tx, transactionIds: readonly number[]): Promise<SettlementRow[]> {
  if (transactionIds.length === 0) return [];
  return tx.query<SettlementRow>(
    `update settlements
        set status = 'SUPERSEDED', version = version + 1, updated_at = now()
      where status = 'OPEN'
        and (pending_transaction_id = any($1::bigint[]) or booked_transaction_id = any($1::bigint[]))
     returning *`,
    [transactionIds],
  );
}

/** Closes reviews of two booked rows that concern one of the given transactions. */
export function supersedeDuplicates(
  tx: Tx,
  accountIds: readonly number[],
  transactionIds: readonly number[],
): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements set status = 'SUPERSEDED', version = version + 1, updated_at = now()
      where ${OF_DUPLICATES} and status = 'OPEN' and account_id = any($1::bigint[])
        and (pending_transaction_id = any($2::bigint[]) or booked_transaction_id = any($2::bigint[]))
     returning *`,
    [accountIds, transactionIds],
  );
}

/** Closes the reviews of two rows that the user merges. Reviews in which another row may be one of these two stay open. */
export function supersedeOfMerged(
  tx: Tx,
  accountId: number,
  transactionIds: readonly number[],
): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements set status = 'SUPERSEDED', version = version + 1, updated_at = now()
      where account_id = $1 and status = 'OPEN'
        and (pending_transaction_id = any($2::bigint[])
             or (booked_transaction_id = any($2::bigint[]) and origin <> 'MATCHED_DUPLICATE'))
     returning *`,
    [accountId, transactionIds],
  );
}

/** Records that the two rows of a merge have exchanged their entries again. */
export async function markSwapped(tx: Tx, keptId: number, hiddenId: number): Promise<void> {
  await tx.execute(
    `update settlements set swapped = not swapped
      where kept_transaction_id = $1 and status = 'ACCEPTED' and $2 in (pending_transaction_id, booked_transaction_id)`,
    [keptId, hiddenId],
  );
}

/** All settlements with their users, for a replay. */
export const ALL_SETTLEMENTS = {
  totalSql: 'select count(*) as count from settlements',
  nextRowsQuery: `select s.*, a.user_id from settlements s ${joinAccounts('s')}
          where s.id > $1 order by s.id limit $2`,
} as const;

/** @param ofAccount SQL that finds the rows `t` of the user's accounts */
export const settlementsTable = (ofAccount: string): UserTable => ({
  table: 'settlements',
  rowsOfUserSql: ofAccount,
  exportAs: { kind: 'settlements' },
});
