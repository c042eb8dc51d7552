import { Caller, CommandPayload, MergeTransactions, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { checkOwnAccount } from '../../accounts/chosen-accounts';
import { FullTransaction, readTransactions } from '../by-hand/own-transaction';
import { publishChanges } from '../by-hand/publish-changes';
import { effectiveDay } from '../stored-transaction';
import { decideMerge, entryOf, MergePlan } from './merge-decision';
import { checkUnmerged, lockUnmerged } from './lock-unmerged';
import { saveEdits } from './save-edits';
import { evidenceOf, settlementRules } from '../matching/evidence/settlement-evidence';
import { swapEntries } from './swap-entries';
import { redirectReviews, release } from '../settlement/under-review';
import { bookedSide, SettlementRow } from '../settlement/write-settlements';

/**
 * Makes two rows of one account one, by the user's word. The named row keeps its id; the other one goes, and keeps its entry,
 * so that the next sync finds it there and says nothing of it. @throws Problem
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
  const settlement = await insertMerge(tx, account, kept, plan);
  const reviews = await settleReviews(tx, kept, other);
  if (plan.swapped) await swapEntries(tx, [kept, other], map);
  const upserted = await saveEdits(tx, kept.id, plan.edits, map);
  const removed = await hideBehind(tx, kept.id, other.id);
  return publishChanges(tx, account, { upserted, removed, settlements: [...reviews, ...settlement] });
}

/**
 * The user's word ends the reviews of both. Another row that may be one of them may still be what the two become: it stays
 * under review.
 */
async function settleReviews(
  tx: Tx,
  kept: FullTransaction,
  other: FullTransaction,
): Promise<SettlementRow[]> {
  const redirected = await redirectReviews(tx, [{ keptId: kept.id, otherId: other.id }]);
  const ended = await tx.query<SettlementRow>(
    `update settlements set status = 'SUPERSEDED', version = version + 1, updated_at = now()
      where account_id = $1 and status = 'OPEN'
        and (pending_transaction_id = any($2::bigint[])
             or (booked_transaction_id = any($2::bigint[]) and origin <> 'MATCHED_DUPLICATE'))
     returning *`,
    [kept.account_id, [kept.id, other.id]],
  );
  // It is published with what it becomes.
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

/** Kept with both sides as they are now, before the rows change. */
function insertMerge(
  tx: Tx,
  { id, config }: AccountRow,
  kept: FullTransaction,
  { origin, swapped, pending, booked, filled }: MergePlan,
): Promise<SettlementRow[]> {
  const pair = {
    pending: entryOf(pending),
    pendingDay: effectiveDay({ day: pending.day, seenOn: pending.created_at.toISOString().slice(0, 10) }),
    listing: 'unknown' as const,
    booked: entryOf(booked),
    linked: false,
  };
  return tx.query<SettlementRow>(
    `insert into settlements (account_id, status, pending_transaction_id, booked_transaction_id, pending_key,
                              pending_rank, pending_hash, pending_day, pending_document, pending_raw, pending_listed,
                              booked, evidence, origin, kept_transaction_id, swapped, filled_edits)
     select account_id, 'ACCEPTED', id, $3::bigint, identity_key, identity_rank, content_hash, day, $4::jsonb, raw, false,
            $5::jsonb, $6::jsonb, $7, $8::bigint, $9::boolean, $10::jsonb
       from transactions where id = $2 and account_id = $1
     returning *`,
    [
      id,
      pending.id,
      booked.id,
      JSON.stringify(pair.pending),
      JSON.stringify(bookedSide(booked.identity_key, pair.booked)),
      JSON.stringify(evidenceOf(pair, settlementRules(config, 0))),
      origin,
      kept.id,
      swapped,
      filled === null ? null : JSON.stringify(filled),
    ],
  );
}

function hideBehind(tx: Tx, keptId: number, id: number): Promise<{ id: number; version: number }[]> {
  return tx.query(
    `update transactions
        set state = 'MERGED', merged_into = $2, removed_at = now(), version = version + 1, updated_at = now()
      where id = $1 returning id, version`,
    [id, keptId],
  );
}

function invalid(message: string): Problem {
  return Problem.invalid({ transaction_id: [message] });
}
