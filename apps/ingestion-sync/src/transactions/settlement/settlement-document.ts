import { Settlement, TransactionDocument } from '@tributary/contracts';
import { dayOf, otherParty } from '../../providers/mapping/mapped-fields';
import { TransactionRow } from '../transaction-rows';
import { BookedSide, PendingSide, SettlementRow } from './settlements.store';

/** The published form of a settlement. */
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

/** The transaction that shows both sides after they became one. */
export function keptIdOf(row: SettlementRow): number | null {
  return row.kept_transaction_id ?? row.pending_transaction_id ?? row.booked_transaction_id;
}

/** The data that a settlement stores of its booked side. */
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
