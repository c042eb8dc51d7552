import {
  CategoryMapEntry,
  StoredLinkSettings,
  TransferLinkDocument,
  writtenMembers,
} from '@tributary/contracts';
import { DocumentRow } from '../../rest/lists/row-list';
import { LinkCurrencies, linkHealth } from './link-health';
import { idText, timeText, wireText } from '../../rest/wire-values';

export interface TransferLinkRow extends DocumentRow<TransferLinkDocument>, Omit<LinkCurrencies, 'document'> {
  readonly transactions_under_review: number;
}

/** The relations of a link. */
export interface TransferLinkRelations {
  readonly financial_account?: unknown;
  readonly destination?: unknown;
  readonly rules?: readonly { readonly order: number; readonly rule: unknown }[];
}

/** Returns a transfer link, with its relations if the endpoint shows them. */
export function toTransferLink(
  row: TransferLinkRow,
  relations: TransferLinkRelations = {},
): Readonly<Record<string, unknown>> {
  const { document } = row;
  return {
    id: idText(row.id),
    ...writtenMembers(StoredLinkSettings, {
      ...document,
      destination_currency: row.stated_currency ?? document.destination_currency ?? null,
    }),
    category_map: document.category_map?.map(toEntry) ?? null,
    unmapped_categories: (document.unmapped_categories ?? []).map(({ category_id, transactions }) => ({
      category_id: idText(category_id),
      transactions: wireText(transactions),
    })),
    ...relations,
    health: linkHealth(row),
    history: document.history ?? null,
    balance: document.balance ?? null,
    transactions_under_review: wireText(row.transactions_under_review),
    transactions_waiting_for_currency: wireText(document.waiting_for_currency ?? 0),
    paused: document.paused ?? null,
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
  };
}

function toEntry({ category_id, destination_category_id }: CategoryMapEntry) {
  return { category_id: idText(category_id), destination_category_id: idText(destination_category_id) };
}
