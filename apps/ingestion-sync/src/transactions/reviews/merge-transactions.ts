import { Caller, CommandPayload, MergeTransactions, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { utcDay } from '@tributary/money';
import { AccountRow } from '../../accounts/account-row';
import { checkOwnAccount } from '../../accounts/chosen-accounts';
import { publishChanges } from '../by-hand/publish-changes';
import { effectiveDay } from '../stored-transaction';
import { decideMerge, entryOf, MergePlan } from './merge-decision';
import { checkUnmerged, lockUnmerged } from './lock-unmerged';
import { saveEdits } from './save-edits';
import { evidenceOf, settlementRules } from '../matching/evidence/settlement-evidence';
import { swapEntries } from './swap-entries';
import { FullTransaction, readTransactions } from '../transactions.store';
import { hideBehind, insertMerge, redirectReviews, release } from '../reviews.store';
import { bookedSide } from '../settlement/settlement-document';
import { SettlementRow, supersedeOfMerged } from '../settlement/settlements.store';

/**
 * Merges two rows of one account as the user requested. The named row retains its id; the other row is hidden and
 * retains its entry, so that the next sync finds it there and publishes nothing. @throws Problem
 */
export async function mergeTransactions(
  tx: Tx,
  caller: Caller,
  { transactionId, otherTransactionId }: CommandPayload<typeof MergeTransactions>,
): Promise<TransactionChanges> {
  if (transactionId === otherTransactionId) throw invalid('A transaction cannot be merged with itself.');
  const { account, transaction: kept } = await lockUnmerged(tx, caller, transactionId);
  const other = await readOther(tx, caller, account, otherTransactionId);
  const map = account.config.map_fields;
  const plan = decideMerge(kept, other, map);
  const settlement = await saveMerge(tx, account, kept, plan);
  const reviews = await settleReviews(tx, kept, other);
  if (plan.swapped) await swapEntries(tx, [kept, other], map);
  const upserted = await saveEdits(tx, kept.id, plan.edits, map);
  const removed = await hideBehind(tx, kept.id, other.id);
  return publishChanges(tx, account, { upserted, removed, settlements: [...reviews, ...settlement] });
}

/**
 * Ends the reviews of both rows. A third row that may be one of them may still be the merged transaction, so it stays
 * under review.
 */
async function settleReviews(
  tx: Tx,
  kept: FullTransaction,
  other: FullTransaction,
): Promise<SettlementRow[]> {
  const redirected = await redirectReviews(tx, [{ keptId: kept.id, otherId: other.id }]);
  const ended = await supersedeOfMerged(tx, kept.account_id, [kept.id, other.id]);
  // The merged transaction publishes this change.
  await release(tx, [kept.id]);
  const known = new Set(ended.map(({ id }) => id));
  return [...redirected.filter(({ id }) => !known.has(id)), ...ended];
}

async function readOther(tx: Tx, caller: Caller, account: AccountRow, id: number): Promise<FullTransaction> {
  const [other] = await readTransactions(tx, [id]);
  if (!other) throw Problem.notFound();
  await checkOwnAccount(tx, caller, other.account_id);
  if (other.account_id !== account.id) {
    throw Problem.conflict('Only transactions of one account can be merged.');
  }
  checkUnmerged(other);
  if (other.state !== 'LIVE') throw Problem.notFound();
  return other;
}

/** Stores the merge with both sides before the rows change. */
function saveMerge(
  tx: Tx,
  { id, config }: AccountRow,
  kept: FullTransaction,
  { origin, swapped, pending, booked, filled }: MergePlan,
): Promise<SettlementRow[]> {
  const pair = {
    pending: entryOf(pending),
    pendingDay: effectiveDay({ day: pending.day, seenOn: utcDay(pending.created_at) }),
    listing: 'unknown' as const,
    booked: entryOf(booked),
    linked: false,
  };
  return insertMerge(tx, {
    accountId: id,
    pendingId: pending.id,
    bookedId: booked.id,
    keptId: kept.id,
    pending: pair.pending,
    booked: bookedSide(booked.identity_key, pair.booked),
    evidence: evidenceOf(pair, settlementRules(config, 0)),
    origin,
    swapped,
    filled,
  });
}

function invalid(message: string): Problem {
  return Problem.invalid({ transaction_id: [message] });
}
