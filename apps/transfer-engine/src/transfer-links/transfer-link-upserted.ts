import { Context } from '@opentelemetry/api';
import { EventPayload, TransferLinkUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { madeThrough } from '@tributary/service';
import { TransferLink } from './transfer-link.entity';

/** The link in its published form. */
export function toLinkPayload(link: TransferLink): EventPayload<typeof TransferLinkUpsertedV1> {
  return {
    id: link.id,
    version: link.version,
    historyVersion: link.historyVersion,
    userId: link.userId,
    deleted: link.deleted,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
    document: {
      financial_account_id: link.financialAccountId,
      destination_type: link.destinationType,
      destination_id: link.destinationId,
      transfer_start_date: link.transferStartDate,
      active: link.active,
      sync_mode: link.syncMode,
      on_booked_change: link.onBookedChange,
      on_other_currency: link.onOtherCurrency,
      destination_currency: link.destinationCurrency,
      waiting_for_currency: link.waitingForCurrency,
      history: link.history,
      balance: link.balance,
      ...madeThrough(link),
    },
    authorScopes: link.author.scopes && [...link.author.scopes],
  };
}

export function linkUpserted(link: TransferLink, trace?: Context): OutgoingEvent {
  return event(TransferLinkUpsertedV1, link.financialAccountId, toLinkPayload(link), trace);
}
