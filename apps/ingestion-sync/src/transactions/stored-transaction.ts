import { TransactionDocument } from '@tributary/contracts';
import { IdentityRank } from './identity';
import { Listing } from './matching/listings';
import { UserLayers } from './edits/shown-document';

/**
 * - `LIVE`: visible.
 * - `UNLISTED`: a pending entry that the bank no longer lists; invisible, but a booked one may still match it.
 * - `WITHDRAWN`: removed by the provider explicitly.
 * - `DELETED`: by the user; kept so that it does not come back.
 * - `MERGED`: another row shows it since a settlement or a merge by hand; kept so that this can be undone.
 */
export const TRANSACTION_STATES = ['LIVE', 'UNLISTED', 'WITHDRAWN', 'DELETED', 'MERGED'] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** A row of the account, as far as it matters for what an answer makes of it. */
export interface StoredTransaction extends UserLayers {
  readonly id: number;
  readonly state: TransactionState;
  readonly booked: boolean;
  readonly day: string | null;
  /** The UTC day on which it was first seen. */
  readonly seenOn: string;
  readonly identityKey: string;
  readonly identityRank: IdentityRank;
  readonly contentHash: string;
  /** As the provider sent it: what the user made of it is not in it. */
  readonly document: TransactionDocument;
  /** The row that shows it since the user merged them by hand: syncs find it and publish nothing of it. */
  readonly mergedInto: number | null;
  /** Only a file of the bank's had it so far. */
  readonly isFromFile: boolean;
  /** It may be another row of the account; merged away, it was that row. */
  readonly underReview: boolean;
  /** What lists it, as far as that was loaded: only beside the rows of a file. */
  readonly listings: readonly Listing[];
  /** The form of the source that wrote its text; empty where that was not loaded. */
  readonly form: string;
}

/** Whether the row stands for an entry of the bank's; of a settlement's two rows only one does. */
export function hasEntry({ state, mergedInto }: StoredTransaction): boolean {
  return state !== 'MERGED' || mergedInto !== null;
}

/** The day that a row counts for, also where the provider gave none. */
export function effectiveDay(stored: Pick<StoredTransaction, 'day' | 'seenOn'>): string {
  return stored.day ?? stored.seenOn;
}
