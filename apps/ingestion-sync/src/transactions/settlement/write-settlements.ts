import {
  Settlement,
  SettlementDocument,
  SettlementEvidence,
  SettlementOrigin,
  SettlementStatus,
  TransactionDocument,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { TransactionEdits } from '../edits/edits';
import { IdentityRank } from '../identity';
import { otherParty } from '../../providers/mapping/mapped-fields';
import { dayOf } from '../../providers/mapping/mapped-fields';
import { TransactionRow } from '../transaction-rows';

/** How the booked side is called and what was published of it. */
export type BookedSide = Omit<SettlementDocument['booked'], 'transaction_id'>;

/** A settlement that is new, before it has an id. */
export interface NewSettlement {
  readonly accountId: number;
  readonly status: Extract<SettlementStatus, 'MERGED' | 'OPEN'>;
  /** The row of each side by itself; null where it has none. */
  readonly pendingTransactionId: number | null;
  readonly bookedTransactionId: number | null;
  readonly pending: PendingSide;
  readonly booked: BookedSide;
  readonly pendingListed: boolean;
  readonly evidence: SettlementEvidence;
  readonly origin: Extract<SettlementOrigin, 'MATCHED' | 'MATCHED_DUPLICATE'>;
  /** The import that added the row which may be another one. */
  readonly fileImportId: number | null;
}

/** The original pending entry; the provider's row is in `rawJson`, or else with the row. */
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

/**
 * Stores settlements with their reasons, before the pending rows get the booked content: their raw value is read from
 * there.
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
       left join transactions t on t.id = r.pending_id
     returning *`,
    [`[${settlements.map(toRecord).join(',')}]`],
  );
}

/** Notes that the bank no longer lists pending entries beside their booked ones. */
export async function markNoLongerListed(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute('update settlements set pending_listed = false where id = any($1::bigint[])', [ids]);
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

/** A settlement as the rest of the system speaks of it. */
export function toSettlement(row: SettlementRow): Settlement {
  const pending = row.pending_document;
  const isOne = row.status === 'MERGED' || row.status === 'ACCEPTED';
  return {
    id: row.id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document: {
      status: row.status,
      transaction_id: isOne ? keptIdOf(row) : null,
      currency: pending.currency,
      pending: {
        transaction_id: row.pending_transaction_id,
        identity_key: row.pending_key,
        amount: pending.amount,
        date: row.pending_day,
        name: nameOf(pending),
      },
      booked: { transaction_id: row.booked_transaction_id, ...row.booked },
      evidence: row.evidence,
      origin: row.origin,
      ...(row.file_import_id !== null && { file_import_id: row.file_import_id }),
    },
  };
}

/** The row that shows both sides, where they are one. */
export function keptIdOf(row: SettlementRow): number | null {
  return row.kept_transaction_id ?? row.pending_transaction_id ?? row.booked_transaction_id;
}

/** What a settlement keeps of its booked side. */
export function bookedSide(key: string, document: TransactionDocument): BookedSide {
  return { identity_key: key, amount: document.amount, date: dayOf(document), name: nameOf(document) };
}

export function pendingSide(row: TransactionRow): PendingSide {
  return {
    key: row.identityKey,
    rank: row.identityRank,
    hash: row.contentHash,
    day: row.day,
    document: row.document,
    rawJson: row.rawJson,
  };
}

function nameOf(document: TransactionDocument): string | null {
  return otherParty(document)?.name ?? document.mapped_fields.payee ?? null;
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
