import { Injectable } from '@nestjs/common';
import { groupBy } from '@tributary/contracts';
import { enqueueJobs, Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { replacementOf } from '../../rules/categories/categories.store';
import { emptyJournal } from '../../evaluation/shape';
import { accountsOfUser } from '../../rules/attachments/known-targets.store';
import { lockAccounts } from '../../shaping/account-lock';
import { replaceInAnnotations } from '../../shaping/results/annotations.store';
import { doChunk } from '../../shaping/chunks';
import { saveShaped } from '../../shaping/results/shaped-transactions';
import { findStored, nextOfCategory } from '../../shaping/results/shaped-transactions.store';
import { StoredTransaction } from '../../shaping/shaping-decisions';
import { withCategoryReplaced } from './replace-category';

/** A deleted category, whose transactions follow to the one in its place. */
interface CategoryMove {
  readonly categoryId: number;
}

/** The last processed transaction. */
interface Cursor {
  readonly after: number;
}

const CATEGORY_MOVES = 'category-moves';

/** Creates the job that gives a deleted category's transactions the one in its place. */
export async function enqueueMove(tx: Tx, userId: number, categoryId: number): Promise<void> {
  await enqueueJobs<CategoryMove>(tx, CATEGORY_MOVES, [{ key: categoryId, userId, payload: { categoryId } }]);
}

/** Moves transactions in chunks: their new states, their events and the cursor in one transaction. */
@Injectable()
export class CategoryMoves implements JobKind<CategoryMove, Cursor> {
  readonly kind = CATEGORY_MOVES;

  constructor(
    private readonly logger: ServiceLogger,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  step(job: Job<CategoryMove, Cursor>): Promise<Progress> {
    return doChunk(
      (limit, { leaveOut }) => job.save((tx) => chunk(tx, job, limit, leaveOut)),
      (what, error) => this.logger.failure(`move of category ${job.key}: ${what}`, error),
    );
  }
}

async function chunk(
  tx: Tx,
  { userId, payload, cursor }: Job<CategoryMove, Cursor>,
  limit: number,
  leaveOut: boolean,
): Promise<Next<Cursor>> {
  const { categoryId } = payload;
  // Batches that were shaped by the rules of before the deletion have committed then.
  if (cursor === null) await lockAccounts(tx, await accountsOfUser(tx, userId, null));
  const to = await replacementOf(tx, categoryId);
  const next = await nextOfCategory(tx, categoryId, cursor?.after ?? 0, limit);
  const last = next.at(-1);
  if (!last) {
    await replaceInAnnotations(tx, categoryId, to, null);
    return 'done';
  }
  if (!leaveOut) await move(tx, next, { from: categoryId, to });
  return { cursor: { after: last.id } };
}

async function move(
  tx: Tx,
  transactions: readonly { readonly id: number; readonly accountId: number }[],
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<void> {
  const ids = transactions.map(({ id }) => id);
  await lockAccounts(
    tx,
    transactions.map(({ accountId }) => accountId),
  );
  await replaceInAnnotations(tx, from, to, ids);
  const stored = [...(await findStored(tx, ids)).values()].filter(({ transaction }) => !transaction.removed);
  const now = new Date().toISOString();
  const batches = [...groupBy(stored, ({ accountId }) => accountId)].map(([accountId, ofAccount]) => ({
    accountId,
    userId: ofAccount[0]?.userId ?? 0,
    cause: 'INGESTED' as const,
    trace: undefined,
    results: ofAccount.map((one) => moved(one, from, to, now)),
  }));
  await saveShaped(tx, batches);
}

function moved({ transaction, effects }: StoredTransaction, from: number, to: number | null, now: string) {
  const other = to === null ? null : String(to);
  return {
    transaction: withCategoryReplaced(transaction, String(from), other, now),
    effects,
    newEffects: [],
    journal: emptyJournal(),
  };
}
