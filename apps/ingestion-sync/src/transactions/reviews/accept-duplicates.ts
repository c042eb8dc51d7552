import { Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { FullTransaction, readTransactions } from '../by-hand/own-transaction';
import { decidedOr } from '../by-hand/each-item';
import { ChangedRow, HandChanges } from '../by-hand/publish-changes';
import { decideMerge, MergePlan } from './merge-decision';
import { saveEdits } from './save-edits';
import { swapEntries } from './swap-entries';
import { redirectReviews } from '../settlement/under-review';
import { SettlementRow, supersedeReviews } from '../settlement/write-settlements';

/** What became of the reviews of one account. */
export interface AcceptedDuplicates {
  readonly changes: Required<HandChanges>;
  /** Why a review cannot be accepted; it stays as it is. */
  readonly refused: readonly Problem[];
}

interface Accepted {
  readonly settlement: SettlementRow;
  readonly kept: FullTransaction;
  readonly other: FullTransaction;
  readonly plan: MergePlan;
}

/**
 * Makes the two booked rows of each review one, as a merge by hand does: the earlier one stays, the later one goes behind it and
 * keeps its entry, so that the next file finds it there. The account must be locked. The number of statements does not depend on
 * the number of reviews, but for rows with edits to take over.
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

/** Whose rows can be one, and how: a row that takes over edits has them for the next. */
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
      // Another row may have been taken for the one that goes: then it is what that becomes.
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
  return tx.query<SettlementRow>(
    `update settlements s
        set status = 'ACCEPTED', booked_transaction_id = r.kept, kept_transaction_id = r.kept, swapped = r.swapped, filled_edits = nullif(r.filled, 'null'),
            version = s.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, kept bigint, swapped boolean, filled jsonb)
      where s.id = r.id
     returning s.*`,
    [JSON.stringify(records)],
  );
}

/** Rows that show another entry, or take over what was set on the later one; most stay as they are, and are not published. */
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

/** The mark stays on what goes: it was announced nowhere, and its removal is not either. */
async function hide(tx: Tx, accepted: readonly Accepted[]): Promise<{ id: number; version: number }[]> {
  if (accepted.length === 0) return [];
  const records = accepted.map(({ kept, other }) => ({ id: other.id, kept: kept.id }));
  return tx.query(
    `update transactions t
        set state = 'MERGED', merged_into = r.kept, removed_at = now(), version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, kept bigint)
      where t.id = r.id
     returning t.id, t.version`,
    [JSON.stringify(records)],
  );
}
