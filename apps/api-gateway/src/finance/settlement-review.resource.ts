import { SettlementDocument } from '@tributary/contracts';
import { Access } from '../identity';
import { SettlementReviewRow } from './settlement-reviews.reader';

/** Keys are made of the provider's ids, which only those see who see identifiers. */
export function toSettlementReview(access: Access, row: SettlementReviewRow) {
  const { document } = row;
  return {
    id: String(row.id),
    financial_account_id: String(row.account_id),
    status: document.status,
    transaction_id: idText(document.transaction_id),
    currency: document.currency,
    pending: toSide(access, document.pending),
    booked: toSide(access, document.booked),
    evidence: document.evidence,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toSide(
  access: Access,
  { transaction_id, identity_key, amount, date, name }: SettlementDocument['booked'],
) {
  return {
    transaction_id: idText(transaction_id),
    provider_key: access.seesIdentifiers ? identity_key : null,
    amount,
    date,
    name,
  };
}

function idText(id: number | null): string | null {
  return id === null ? null : String(id);
}
