import { TransactionDocument } from '@tributary/contracts';
import { IdentityRank } from './identity';
import { Listing } from './matching/listings';
import { UserLayers } from './edits/shown-document';

/**
 * - `LIVE`: visible.
 * - `UNLISTED`: a pending entry that the bank no longer lists; invisible, but a booked one may still match it.
 * - `WITHDRAWN`: removed by the provider explicitly.
 * - `DELETED`: deleted by the user; stored so that no sync brings it back.
 * - `MERGED`: shown by another row after a settlement or a merge by hand; stored so that this can be undone.
 */
export const TRANSACTION_STATES = ['LIVE', 'UNLISTED', 'WITHDRAWN', 'DELETED', 'MERGED'] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** A stored transaction with the data that matching needs. */
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
  /** The provider's document, without the user's changes. */
  readonly document: TransactionDocument;
  /** The transaction that shows this one after a merge by hand. Syncs match this row but publish nothing of it. */
  readonly mergedInto: number | null;
  /** True if only files listed it so far. */
  readonly isFromFile: boolean;
  /** True if it may be another row of the account. If it was merged, the review confirmed that. */
  readonly underReview: boolean;
  /** The sources that list it; loaded only for readings of files. */
  readonly listings: readonly Listing[];
  /** The form of the source that wrote its text; empty if not loaded. */
  readonly form: string;
}

/** Whether the row represents an entry of the bank. Of a settlement's two rows, only one does. */
export function hasEntry({ state, mergedInto }: StoredTransaction): boolean {
  return state !== 'MERGED' || mergedInto !== null;
}

/** The day of a row, or the day on which it was first seen if the provider gave none. */
export function effectiveDay(stored: Pick<StoredTransaction, 'day' | 'seenOn'>): string {
  return stored.day ?? stored.seenOn;
}
