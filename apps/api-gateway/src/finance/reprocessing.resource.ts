import { ReprocessingDocument } from '@tributary/contracts';
import { DocumentRow } from '../query/row-list';
import { idText, timeText, wireText } from '../wire-values';

/** A reprocessing and how far it is. */
export function toReprocessing({
  id,
  created_at,
  updated_at,
  document,
}: DocumentRow<ReprocessingDocument>): Readonly<Record<string, unknown>> {
  return {
    id: idText(id),
    status: document.status,
    financial_account_ids: document.financial_account_ids.map(idText),
    transactions_total: wireText(document.transactions_total),
    transactions_done: wireText(document.transactions_done),
    transactions_changed: wireText(document.transactions_changed),
    transactions_unreadable: wireText(document.transactions_unreadable),
    error: document.error,
    created_at: timeText(created_at),
    updated_at: timeText(updated_at),
    finished_at: document.finished_at,
  };
}
