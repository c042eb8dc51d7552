import { Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { lockAccounts } from '../account-lock';
import { doChunk } from '../chunks';
import { Reshape, RESHAPES } from './enqueue-reshapes';
import { publishHistory } from './link-history';
import { saveShaped } from '../results/shaped-transactions';
import { readStored } from '../results/shaped-transactions.store';
import { Shaper } from '../shaper';
import {
  linkToShape,
  reshapedForLink,
  reshapedInFull,
  ShapingResult,
  storedInput,
  StoredTransaction,
} from '../shaping-decisions';
import { planOf, ShapingPlans } from '../shaping-plans.store';

/** The last processed transaction, and the number of processed ones. */
interface Cursor {
  readonly after: number;
  readonly done: number;
}

type ReshapeJob = Job<Reshape, Cursor>;

/**
 * Shapes stored transactions again in chunks. Each chunk commits the new states, their events and the cursor in one
 * transaction.
 */
@Injectable()
export class ReshapeJobs implements JobKind<Reshape, Cursor> {
  readonly kind = RESHAPES;

  constructor(
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly logger: ServiceLogger,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  step(job: ReshapeJob): Promise<Progress> {
    return doChunk(
      (limit, { leaveOut }) => job.save((tx) => this.chunk(tx, job, limit, leaveOut)),
      (what, error) => this.logger.failure(`reshape ${job.key}: ${what}`, error),
    );
  }

  private async chunk(tx: Tx, job: ReshapeJob, limit: number, leaveOut: boolean): Promise<Next<Cursor>> {
    const { accountId, transferLinkId } = job.payload;
    await lockAccounts(tx, [accountId]);
    const { after, done } = job.cursor ?? { after: 0, done: 0 };
    const stored = await readStored(tx, accountId, after, limit);
    const last = stored.at(-1);
    if (last && (leaveOut || (await this.reshape(tx, job, stored)))) {
      return { cursor: { after: last.transaction.id, done: done + stored.length } };
    }
    if (transferLinkId !== null) await publishHistory(tx, [{ accountId, transferLinkId }], true);
    return 'done';
  }

  /** Returns false if the job is obsolete, because its account or its link was deleted. */
  private async reshape(tx: Tx, job: ReshapeJob, stored: readonly StoredTransaction[]): Promise<boolean> {
    const results = await this.decide(tx, job.payload, stored);
    const [first] = stored;
    if (results.length === 0 || !first) return false;
    const { trace, payload } = job;
    const { accountId, cause } = payload;
    await saveShaped(tx, [{ accountId, userId: first.userId, cause, trace, results }]);
    return true;
  }

  private async decide(
    tx: Tx,
    { accountId, transferLinkId }: Reshape,
    stored: readonly StoredTransaction[],
  ): Promise<ShapingResult[]> {
    const plan = planOf(await this.plans.load(tx, [accountId]), accountId);
    if (plan.isDeleted) return [];
    const wanted = stored.flatMap((one) => {
      const { userId } = one;
      const toShape =
        transferLinkId === null
          ? { userId, plan, input: storedInput(one, plan) }
          : linkToShape(one, plan, transferLinkId);
      return toShape ? [{ one, toShape }] : [];
    });
    const shapings = await this.shaper.shape(
      tx,
      wanted.map(({ toShape }) => toShape),
    );
    const now = new Date().toISOString();
    return wanted.flatMap(({ one }, index) => {
      const shaping = shapings[index];
      if (!shaping) return [];
      return transferLinkId === null
        ? reshapedInFull(one, shaping, now)
        : reshapedForLink(one, plan, shaping);
    });
  }
}
