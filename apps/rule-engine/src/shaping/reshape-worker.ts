import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import type { RuleEngineConfig } from '../rule-engine.config';
import { RULE_ENGINE_CONFIG } from '../rule-engine.config';
import { lockAccounts } from './account-lock';
import { tellHistory } from './link-history';
import { doChunk, Progress } from './chunks';
import { TURN_MS } from './job-turns';
import {
  finishReshape,
  LeasedReshape,
  leaseReshape,
  moveCursor,
  readCursor,
  releaseReshape,
} from './reshape-jobs';
import { readStored, saveShaped } from './shaped-transactions';
import { Shaper } from './shaper';
import {
  linkToShape,
  reshapedForLink,
  reshapedInFull,
  ShapingResult,
  storedInput,
  StoredTransaction,
} from './shaping-decisions';
import { planOf, ShapingPlans } from './shaping-plans';

/**
 * Works off reshaping jobs, chunk by chunk: the new states, their events and the cursor are one transaction, so
 * that a job which was cut off goes on where it was.
 */
@Injectable()
export class ReshapeWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    private readonly database: Database,
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly logger: ServiceLogger,
    @Inject(RULE_ENGINE_CONFIG) private readonly config: RuleEngineConfig,
  ) {
    this.worker = new Worker({
      name: 'reshape',
      idleMs: config.reshapeIdleMs,
      round: (signal) => this.round(signal),
      onFailure: (error) => logger.failure('reshaping failed and will be tried again', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  /** One job, or as much of it as there is time for; false where there was none. */
  private async round(signal: AbortSignal): Promise<boolean> {
    const job = await leaseReshape(this.database, this.config.reshapeLeaseMs);
    if (!job) return false;
    const turnEnds = performance.now() + TURN_MS;
    let progress: Progress = 'more';
    while (progress === 'more' && !signal.aborted && performance.now() < turnEnds)
      progress = await this.chunk(job);
    if (progress === 'more') await releaseReshape(this.database, job);
    return true;
  }

  private chunk(job: LeasedReshape): Promise<Progress> {
    return doChunk(
      (limit, options) => this.step(job, limit, options),
      (what, error) => this.logger.failure(`reshape ${job.id}: ${what}`, error),
    );
  }

  private step(job: LeasedReshape, limit: number, { leaveOut }: { leaveOut: boolean }): Promise<Progress> {
    return this.database.transaction(async (tx) => {
      await lockAccounts(tx, [job.accountId]);
      const cursor = await readCursor(tx, job);
      if (cursor === null) return 'ended';
      const stored = await readStored(tx, job.accountId, cursor, limit);
      const last = stored.at(-1);
      if (!last || !(leaveOut || (await this.reshape(tx, job, stored)))) {
        await finishReshape(tx, job);
        const { accountId, transferLinkId } = job;
        if (transferLinkId !== null) await tellHistory(tx, [{ accountId, transferLinkId }], true);
        return 'ended';
      }
      const move = { cursor: last.transaction.id, done: stored.length, leaseMs: this.config.reshapeLeaseMs };
      await moveCursor(tx, job, move);
      return 'more';
    });
  }

  /** False where the job has become pointless: its account or its link is gone. */
  private async reshape(tx: Tx, job: LeasedReshape, stored: readonly StoredTransaction[]): Promise<boolean> {
    const results = await this.decide(tx, job, stored);
    const [first] = stored;
    if (results.length === 0 || !first) return false;
    const { accountId, cause, trace } = job;
    await saveShaped(tx, [{ accountId, userId: first.userId, cause, trace, results }]);
    return true;
  }

  private async decide(
    tx: Tx,
    { accountId, transferLinkId }: LeasedReshape,
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
