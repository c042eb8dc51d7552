import { TransferLinkDocument } from '@tributary/contracts';
import { DocumentRow } from '../query/row-list';
import { idText, timeText, wireText } from '../wire-values';

export type TransferLinkRow = DocumentRow<TransferLinkDocument>;

/** The relations of a link. */
export interface TransferLinkRelations {
  readonly financial_account?: unknown;
  readonly destination?: unknown;
  readonly rules?: readonly { readonly order: number; readonly rule: unknown }[];
}

/** A transfer link; with its relations if the endpoint shows them. */
export function toTransferLink(
  row: TransferLinkRow,
  { financial_account, destination, rules }: TransferLinkRelations = {},
): Readonly<Record<string, unknown>> {
  const { document } = row;
  return {
    id: idText(row.id),
    financial_account_id: idText(document.financial_account_id),
    ...(financial_account === undefined ? {} : { financial_account }),
    destination_type: document.destination_type,
    destination_id: idText(document.destination_id),
    ...(destination === undefined ? {} : { destination }),
    transfer_start_date: document.transfer_start_date,
    active: wireText(document.active),
    sync_mode: document.sync_mode,
    on_booked_change: document.on_booked_change,
    history: document.history ?? null,
    balance: document.balance ?? null,
    paused: document.paused ?? null,
    ...(rules === undefined ? {} : { rules }),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
  };
}
