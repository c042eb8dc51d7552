import { Context } from '@opentelemetry/api';
import { EventPayload, membersOf, StoredLinkSettings, TransferLinkUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { madeThrough } from '@tributary/service';
import { TransferLink } from './transfer-link.entity';

/** The link as events and replies contain it. */
export function toLinkPayload(link: TransferLink): EventPayload<typeof TransferLinkUpsertedV1> {
  return {
    id: link.id,
    version: link.version,
    historyVersion: link.history_version,
    userId: link.user_id,
    deleted: link.deleted,
    createdAt: link.created_at.toISOString(),
    updatedAt: link.updated_at.toISOString(),
    document: {
      ...membersOf(StoredLinkSettings, link),
      waiting_for_currency: link.waiting_for_currency,
      unmapped_categories: link.unmapped_categories,
      history: link.history,
      balance: link.balance,
      ...madeThrough(link),
    },
    authorScopes: link.author.scopes && [...link.author.scopes],
  };
}

export function linkUpserted(link: TransferLink, trace?: Context): OutgoingEvent {
  return event(TransferLinkUpsertedV1, link.financial_account_id, toLinkPayload(link), trace);
}
