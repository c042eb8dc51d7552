import { TransferLinkDocument } from '@tributary/contracts';
import { DocumentRow } from '../../rest/lists/row-list';
import { LINK_CURRENCY_COLUMNS } from './link-currency-columns';
import { LinkCurrencies, linkHealth } from './link-health';
import { idText, timeText, wireText } from '../../rest/wire-values';

export interface TransferLinkRow extends DocumentRow<TransferLinkDocument>, Omit<LinkCurrencies, 'document'> {
  readonly transactions_under_review: number;
}

/** SQL of what is read of `transfer_links l`. What waits is what it would carry if somebody decided that it is one of its own. */
export const TRANSFER_LINK_COLUMNS = `l.id, l.created_at, l.updated_at, l.document,
  (select count(*) from transactions t
    where t.user_id = l.user_id and t.account_id = l.account_id and t.under_review and not t.removed
      and l.document->>'sync_mode' <> 'BALANCE'
      and coalesce(t.mapped_date, t.booking_date, t.value_date, 'infinity')
        >= coalesce((l.document->>'transfer_start_date')::date, '-infinity')
  ) as transactions_under_review,
  ${LINK_CURRENCY_COLUMNS}`;

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
    on_other_currency: document.on_other_currency ?? null,
    destination_currency: row.stated_currency ?? document.destination_currency ?? null,
    health: linkHealth(row),
    history: document.history ?? null,
    balance: document.balance ?? null,
    transactions_under_review: wireText(row.transactions_under_review),
    transactions_waiting_for_currency: wireText(document.waiting_for_currency ?? 0),
    paused: document.paused ?? null,
    ...(rules === undefined ? {} : { rules }),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
  };
}
