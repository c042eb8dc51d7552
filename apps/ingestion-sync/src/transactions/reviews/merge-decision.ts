import { Problem, SettlementOrigin, TransactionDocument } from '@tributary/contracts';
import { compareDecimals } from '@tributary/money';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { TransactionEdits } from '../edits/edits';
import { mergeEdits, MergedEdits } from '../edits/merged-edits';
import { setsTooMuch } from '../edits/set-bytes';
import { isSameWay } from '../matching/evidence/settlement-evidence';
import { FullTransaction } from '../transactions.store';

/** The changes that make one transaction of two rows of an account. */
export interface MergePlan extends MergedEdits {
  readonly origin: Extract<SettlementOrigin, 'USER_SETTLEMENT' | 'USER_DUPLICATE'>;
  /** True if the remaining row shows the other row's entry, which is booked or the bank's own. */
  readonly swapped: boolean;
  readonly pending: FullTransaction;
  readonly booked: FullTransaction;
}

/**
 * Decides how the user's two rows are merged. The remaining row retains its id and shows the booked entry rather than a
 * pending one, and the bank's entry rather than one added by hand. @throws Problem if they cannot be merged
 */
export function decideMerge(kept: FullTransaction, other: FullTransaction, map: FieldMap): MergePlan {
  checkMergeable(kept, other);
  const merged = mergeEdits(kept.edits, fillsIn(other));
  if (setsTooMuch({ edits: merged.edits, provided: entryOf(kept), map }, kept.edits)) {
    throw Problem.conflict('The texts set on both transactions are too long together: shorten some first.');
  }
  const isSettlement = kept.booked !== other.booked;
  const swapped = isSettlement ? other.booked : kept.origin === 'USER' && other.origin === 'PROVIDER';
  return {
    origin: isSettlement ? 'USER_SETTLEMENT' : 'USER_DUPLICATE',
    swapped,
    ...(isSettlement && !kept.booked ? { pending: kept, booked: other } : { pending: other, booked: kept }),
    ...merged,
  };
}

/** Returns the bank's document, or the user's for a transaction added by hand. */
export function entryOf({ origin, document, provider_document }: FullTransaction): TransactionDocument {
  return origin === 'USER' ? document : (provider_document ?? document);
}

function checkMergeable(kept: FullTransaction, other: FullTransaction): void {
  if ([kept, other].some(({ split, split_of: whole }) => split !== null || whole !== null)) {
    throw Problem.conflict('A transaction that is split, or a part, cannot be merged. Join its parts first.');
  }
  const [a, b] = [entryOf(kept), entryOf(other)];
  if (a.currency !== b.currency) {
    throw Problem.conflict(`Transactions in ${a.currency} and ${b.currency} cannot be merged.`);
  }
  if (!kept.booked && !other.booked) {
    throw Problem.conflict('Both transactions are pending. Merge them when one of them is booked.');
  }
  if (kept.booked && other.booked && compareDecimals(a.amount, b.amount) !== 0) {
    throw Problem.conflict(
      'Two booked transactions can be merged only where the bank has the same amount of both.',
    );
  }
  if (!isSameWay(a, b)) throw Problem.conflict('One transaction goes out and the other comes in.');
}

/**
 * Edits that fill gaps. Amount, currency and days of a row added by hand are its content, not corrections of the bank's
 * values.
 */
function fillsIn({ origin, edits }: FullTransaction): TransactionEdits | null {
  if (origin === 'PROVIDER' || edits === null) return edits;
  const { amount: _1, currency: _2, booked: _3, booking_date: _4, value_date: _5, ...rest } = edits;
  return rest;
}
