import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import type { RuleEngineConfig } from '../rule-engine.config';
import { RULE_ENGINE_CONFIG } from '../rule-engine.config';
import { lockAccounts } from '../shaping/account-lock';
import { doChunk, Progress } from '../shaping/chunks';
import { TURN_MS } from '../shaping/job-turns';
import { readStored, saveShaped } from '../shaping/shaped-transactions';
import { Shaper } from '../shaping/shaper';
import { AccountPlan, StoredTransaction, storedInput } from '../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../shaping/shaping-plans';
import { Applied, applyToTransaction } from './apply-to-transaction';
import { keepChanges } from './kept-changes';
import {
  announceApplication,
  ApplicationProgress,
  ApplicationStep,
  finishApplication,
  LeasedApplication,
  leaseApplication,
  noteStep,
  readProgress,
  releaseApplication,
} from './rule-applications';

/** People watch the progress: more often than this is no use to them, and each time is a message. */
const ANNOUNCE_MS = 500;

/**
 * Applies rules to history, chunk by chunk: the new states, their events and the progress are one transaction, so
 * that a job that was cut off goes on where it was, on whichever instance. A dry run only counts.
 */
@Injectable()
export class RuleApplicationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;
  private announcedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly logger: ServiceLogger,
    @Inject(RULE_ENGINE_CONFIG) private readonly config: RuleEngineConfig,
  ) {
    this.worker = new Worker({
      name: 'rule application',
      idleMs: config.reshapeIdleMs,
      round: (signal) => this.round(signal),
      onFailure: (error) => logger.failure('applying a rule failed and will be tried again', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const job = await leaseApplication(this.database, this.config.reshapeLeaseMs);
    if (!job) return false;
    const turnEnds = performance.now() + TURN_MS;
    let progress: Progress = 'more';
    while (progress === 'more' && !signal.aborted && performance.now() < turnEnds)
      progress = await this.chunk(job);
    if (progress === 'more') await releaseApplication(this.database, job);
    return true;
  }

  private chunk(job: LeasedApplication): Promise<Progress> {
    return doChunk(
      (limit, { leaveOut }) => this.step(job, limit, leaveOut),
      (what, error) => this.logger.failure(`rule application ${job.id}: ${what}`, error),
    );
  }

  private step(job: LeasedApplication, limit: number, leaveOut: boolean): Promise<Progress> {
    return this.database.transaction(async (tx) => {
      // Accounts are locked before the job's row, as everywhere; the account is known again under the lock.
      const peeked = await this.peekAccount(tx, job);
      if (peeked !== null) await lockAccounts(tx, [peeked]);
      const progress = await readProgress(tx, job);
      if (!progress) return 'ended';
      const accountId = job.accountIds[progress.accountPlace - 1];
      if (accountId === undefined) return this.finish(tx, job, 'DONE');
      if (accountId !== peeked) return 'more';
      const hindrance = await whyNotApplied(tx, job.ruleId);
      if (hindrance !== null) return this.finish(tx, job, 'FAILED', hindrance);
      const stored = await readStored(tx, accountId, progress.cursor, limit);
      await this.apply(tx, job, { accountId, progress, stored: leaveOut ? [] : stored, read: stored });
      return 'more';
    });
  }

  private async peekAccount(tx: Tx, job: LeasedApplication): Promise<number | null> {
    const [row] = await tx.query<{ place: number }>(
      'select account_place as place from rule_applications where id = $1',
      [job.id],
    );
    return job.accountIds[(row?.place ?? 0) - 1] ?? null;
  }

  private async apply(
    tx: Tx,
    job: LeasedApplication,
    part: {
      readonly accountId: number;
      readonly progress: ApplicationProgress;
      readonly stored: readonly StoredTransaction[];
      readonly read: readonly StoredTransaction[];
    },
  ): Promise<void> {
    const { accountId, progress, stored, read } = part;
    const plan = planOf(await this.plans.load(tx, [accountId]), accountId);
    const applied = plan.isDeleted ? [] : await this.shape(tx, job.ruleId, plan, stored);
    const results = applied.flatMap(({ result }) => result ?? []);
    const [first] = stored;
    if (!job.dryRun && results.length > 0 && first) {
      const { trace } = job;
      await saveShaped(tx, [{ accountId, userId: first.userId, cause: 'RULE_APPLIED', trace, results }]);
    }
    await noteStep(tx, job, toStep(progress, read, applied), this.config.reshapeLeaseMs);
    if (Date.now() - this.announcedAt < ANNOUNCE_MS) return;
    await announceApplication(tx, job.id);
    this.announcedAt = Date.now();
  }

  private async shape(
    tx: Tx,
    ruleId: number,
    plan: AccountPlan,
    stored: readonly StoredTransaction[],
  ): Promise<Applied[]> {
    const wanted = stored.map((one) => ({ userId: one.userId, plan, input: storedInput(one, plan) }));
    const shapings = await this.shaper.shape(tx, wanted);
    const now = new Date().toISOString();
    return stored.flatMap((one, place) => {
      const shaping = shapings[place];
      return shaping ? [applyToTransaction(one, shaping, ruleId, now)] : [];
    });
  }

  private async finish(
    tx: Tx,
    job: LeasedApplication,
    status: 'DONE' | 'FAILED',
    error: string | null = null,
  ): Promise<Progress> {
    await finishApplication(tx, job, status, error);
    await announceApplication(tx, job.id);
    return 'ended';
  }
}

/** Where the job stands after a step; an account that has nothing more gives way to the next. */
function toStep(
  { accountPlace, changes }: ApplicationProgress,
  read: readonly StoredTransaction[],
  applied: readonly Applied[],
): ApplicationStep {
  const last = read.at(-1);
  return {
    accountPlace: last ? accountPlace : accountPlace + 1,
    cursor: last ? last.transaction.id : 0,
    done: read.length,
    matched: applied.filter(({ matched }) => matched).length,
    changed: applied.filter((one) => one.changes.length > 0).length,
    changes: keepChanges(
      changes,
      applied.flatMap((one) => one.changes),
    ),
  };
}

/** Why a rule cannot be applied any further; null where it can. */
async function whyNotApplied(tx: Tx, id: number): Promise<string | null> {
  const [rule] = await tx.query<{ enabled: boolean; reason: string | null }>(
    'select enabled, disabled_reason as reason from rules where id = $1',
    [id],
  );
  if (!rule) return 'The rule was deleted.';
  return !rule.enabled && rule.reason !== null ? `${rule.reason} It was switched off.` : null;
}
