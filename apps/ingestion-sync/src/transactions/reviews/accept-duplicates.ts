import { decidedOr, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { HandChanges, HandRemoval } from '../by-hand/publish-changes';
import { decideMerge, MergePlan } from './merge-decision';
import { saveEdits } from './save-edits';
import { swapEntries } from './swap-entries';
import { ChangedRow, FullTransaction, readTransactions } from '../transactions.store';
import { hideAll, redirectReviews } from '../reviews.store';
import { acceptReviews, SettlementRow, supersedeReviews } from '../settlement/settlements.store';

/** The result of accepting reviews of one account. */
export interface AcceptedDuplicates {
  readonly changes: Required<HandChanges>;
  /** The reasons why some reviews cannot be accepted. Those reviews stay unchanged. */
  readonly refused: readonly Problem[];
}

interface Accepted {
  readonly settlement: SettlementRow;
  readonly kept: FullTransaction;
  readonly other: FullTransaction;
  readonly plan: MergePlan;
}

/**
 * Merges the two booked rows of each review, as a merge by hand does. The earlier row stays; the later one is hidden
 * behind it and retains its entry, so that the next file finds it there. The account must be locked. The number of
 * statements does not depend on the number of reviews, except for rows whose edits are taken over.
 */
export async function acceptDuplicates(
  tx: Tx,
  account: AccountRow,
  settlements: readonly SettlementRow[],
): Promise<AcceptedDuplicates> {
  const decided = await decide(tx, account, settlements);
  const refused = decided.filter((one) => one instanceof Problem);
  const accepted = decided.flatMap((one) => (one instanceof Problem ? [] : [one]));
  const moved = await saveAccepted(tx, accepted);
  const upserted = await takeOver(tx, account, accepted);
  const removed = await hide(tx, accepted);
  const redirected = await redirectReviews(
    tx,
    accepted.map(({ kept, other }) => ({ keptId: kept.id, otherId: other.id })),
  );
  const superseded = await supersedeReviews(
    tx,
    accepted.map(({ other }) => other.id),
  );
  return { changes: { upserted, removed, settlements: [...moved, ...redirected, ...superseded] }, refused };
}

/** Decides which rows can be merged, and how. A row that takes over edits has them in the next decision, too. */
async function decide(
  tx: Tx,
  { config }: AccountRow,
  settlements: readonly SettlementRow[],
): Promise<(Accepted | Problem)[]> {
  const ids = settlements.flatMap((one) => [one.pending_transaction_id, one.booked_transaction_id]);
  const rows = new Map((await readTransactions(tx, ids)).map((row) => [row.id, row]));
  return settlements.map((settlement) =>
    decidedOr(() => {
      const kept = rows.get(settlement.booked_transaction_id ?? 0);
      const other = rows.get(settlement.pending_transaction_id ?? 0);
      const { one, two } = bothThere(kept, other);
      const plan = decideMerge(one, two, config.map_fields);
      const merged = { ...one, edits: plan.edits };
      // A later review may name the merged row; it then concerns the row that remains.
      rows.set(one.id, merged).set(two.id, merged);
      return { settlement, kept: one, other: two, plan };
    }),
  );
}

/** @throws Problem (conflict) */
export function bothThere(
  one: FullTransaction | undefined,
  two: FullTransaction | undefined,
): { one: FullTransaction; two: FullTransaction } {
  if (one?.state === 'LIVE' && two?.state === 'LIVE' && one.booked && two.booked && one.id !== two.id) {
    return { one, two };
  }
  throw Problem.conflict('One of the two transactions was removed, or merged into another one, since.');
}

function saveAccepted(tx: Tx, accepted: readonly Accepted[]): Promise<SettlementRow[]> {
  const records = accepted.map(({ settlement: { id }, kept, plan: { swapped, filled } }) => ({
    id,
    kept: kept.id,
    swapped,
    filled,
  }));
  return acceptReviews(tx, records);
}

/** Saves rows that show another entry or take over edits; other rows stay unchanged and are not published. */
async function takeOver(tx: Tx, account: AccountRow, accepted: readonly Accepted[]): Promise<ChangedRow[]> {
  const map = account.config.map_fields;
  const changed = new Map<number, ChangedRow>();
  for (const { kept, other, plan } of accepted) {
    if (plan.swapped) await swapEntries(tx, [kept, other], map);
    if (!plan.swapped && plan.filled === null) continue;
    for (const row of await saveEdits(tx, kept.id, plan.edits, map)) changed.set(row.id, row);
  }
  return [...changed.values()];
}

/** Hides the later rows. They retain the review mark, because they were not published, and neither is their removal. */
async function hide(tx: Tx, accepted: readonly Accepted[]): Promise<HandRemoval[]> {
  if (accepted.length === 0) return [];
  return hideAll(
    tx,
    accepted.map(({ kept, other }) => ({ id: other.id, kept: kept.id })),
  );
}
