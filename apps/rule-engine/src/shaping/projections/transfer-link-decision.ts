import { EventPayload, ShapingCause, TransferLinkUpsertedV1 } from '@tributary/contracts';

export type LinkPayload = EventPayload<typeof TransferLinkUpsertedV1>;

/** What is stored of a link. */
export interface KnownTransferLink {
  readonly id: number;
  readonly version: number;
  readonly carriesTransactions: boolean;
  /** The latest history that was seen to. */
  readonly historyVersion: number;
}

/** A link's new state, and why its account's history must be shaped for it; null where it need not be. */
export interface LinkDecision {
  readonly link: KnownTransferLink & {
    readonly accountId: number;
    readonly userId: number;
    readonly deleted: boolean;
    readonly destinationType: string;
    /** What its author was granted; null: everything. */
    readonly authorScopes: readonly string[] | null;
  };
  readonly reshape: ShapingCause | null;
}

/**
 * Decides on one link's event; null if it is not newer than the stored version. History is shaped for a link that
 * requests it, and for one that begins to carry transactions, which had no outputs until now.
 */
export function decideLink(payload: LinkPayload, known: KnownTransferLink | undefined): LinkDecision | null {
  if (known && payload.version <= known.version) return null;
  const { document, deleted, historyVersion } = payload;
  const carries = !deleted && document.active && document.sync_mode !== 'BALANCE';
  const asks = historyVersion > (known?.historyVersion ?? 0);
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
    reshape: carries && (asks || begins) ? cause : null,
  };
}
