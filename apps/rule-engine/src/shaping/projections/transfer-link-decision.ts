import {
  carriesTransactions,
  EventPayload,
  ShapingCause,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { LinkState, StoredLink } from '../../rules/attachments/known-targets.store';

export type LinkPayload = EventPayload<typeof TransferLinkUpsertedV1>;

/**
 * A link's new state, and the reason why its account's stored transactions must be shaped for it; null if they need not
 * be.
 */
export interface LinkDecision {
  readonly link: StoredLink;
  readonly reshape: ShapingCause | null;
}

/**
 * Decides on one event of a link; null if it is not newer than the stored version. Stored transactions are shaped for a
 * link that requests its history, and for one that begins to carry transactions, because it has no outputs yet.
 */
export function decideLink(payload: LinkPayload, known: LinkState | undefined): LinkDecision | null {
  if (known && payload.version <= known.version) return null;
  const { document, deleted, historyVersion } = payload;
  const carries = carriesTransactions({ ...document, deleted });
  const isRequested = historyVersion > (known?.historyVersion ?? 0);
  const begins = !known?.carriesTransactions;
  const cause = known && known.historyVersion > 0 ? 'LINK_CHANGED' : 'LINK_ADDED';
  return {
    link: {
      id: payload.id,
      version: payload.version,
      carriesTransactions: carries,
      historyVersion: carries ? historyVersion : (known?.historyVersion ?? 0),
      accountId: document.financial_account_id,
      userId: payload.userId,
      deleted,
      destinationType: document.destination_type,
      authorScopes: payload.authorScopes ?? null,
    },
    reshape: carries && (isRequested || begins) ? cause : null,
  };
}
