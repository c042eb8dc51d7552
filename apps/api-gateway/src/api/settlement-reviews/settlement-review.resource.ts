import { SettlementDocument } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { toResourceForm } from '../../rest/openapi/written';
import { SettlementReview, SettlementSide } from './settlement-review.schema';
import { SettlementReviewRow } from './settlement-reviews.store';

/** The review as a resource. Keys contain the provider's ids, so only readers of identifiers see them. */
export function toSettlementReview(access: Access, { document, account_id, ...row }: SettlementReviewRow) {
  const side = ({ identity_key, ...entry }: SettlementDocument['booked']) =>
    toResourceForm(SettlementSide, { ...entry, provider_key: access.seesIdentifiers ? identity_key : null });
  const [pending, booked] = [side(document.pending), side(document.booked)];
  return toResourceForm(SettlementReview, {
    ...row,
    ...document,
    origin: document.origin ?? 'MATCHED',
    file_import_id: document.file_import_id ?? null,
    financial_account_id: account_id,
    pending,
    booked,
  });
}
