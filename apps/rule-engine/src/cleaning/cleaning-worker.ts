import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import { isOther } from '../applications/apply-to-transaction';
import { sightOf } from '../evaluation/sight';
import type { RuleEngineConfig } from '../rule-engine.config';
import { RULE_ENGINE_CONFIG } from '../rule-engine.config';
import { authorOfRule } from '../rules/rule-author';
import { loadRules } from '../rules/rules';
import { lockAccounts } from '../shaping/account-lock';
import { doChunk, Progress } from '../shaping/chunks';
import { readStored, saveShaped } from '../shaping/shaped-transactions';
import { Shaper } from '../shaping/shaper';
import { hasEffectOf, reshapedInFull, storedInput, StoredTransaction } from '../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../shaping/shaping-plans';
import { showsHidden } from './shows-hidden';

/** Accounts to clean come from a migration alone, so there is rarely one to wait for. */
const IDLE_FACTOR = 10;

interface Cleaning {
  readonly accountId: number;
  readonly cursor: number;
}

/**
 * Takes back what rules from before authors were kept wrote of identifiers and holders' names: such transactions are shaped
 * again by the rules of now, which see neither. Every other transaction stays as it was shaped. The new states, their
 * events and the cursor are one transaction.
 */
@Injectable()
export class CleaningWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    private readonly database: Database,
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly logger: ServiceLogger,
    @Inject(RULE_ENGINE_CONFIG) config: RuleEngineConfig,
  ) {
    this.worker = new Worker({
      name: 'cleaning',
      idleMs: config.reshapeIdleMs * IDLE_FACTOR,
      round: (signal) => this.round(signal),
      onFailure: (error) => logger.failure('cleaning failed and will be tried again', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  /** As much as is due; always false, because more comes with a migration alone. */
  private async round(signal: AbortSignal): Promise<boolean> {
    let progress: Progress = 'more';
    while (progress === 'more' && !signal.aborted) {
      progress = await doChunk(
        (limit, { leaveOut }) => this.step(limit, leaveOut),
        (what, error) => this.logger.failure(`cleaning: ${what}`, error),
      );
    }
    return false;
  }

  private step(limit: number, leaveOut: boolean): Promise<Progress> {
    return this.database.transaction(async (tx) => {
      const [job] = await tx.query<Cleaning>(
        `select account_id as "accountId", cursor from cleanings
          where due_at <= now() order by account_id limit 1 for update skip locked`,
      );
      if (!job) return 'ended';
      await lockAccounts(tx, [job.accountId]);
      const stored = await readStored(tx, job.accountId, job.cursor, limit);
      const last = stored.at(-1);
      if (!last) {
        await tx.execute('delete from cleanings where account_id = $1', [job.accountId]);
        return 'more';
      }
      if (!leaveOut) await this.clean(tx, job.accountId, stored);
      await tx.execute('update cleanings set cursor = $2 where account_id = $1', [
        job.accountId,
        last.transaction.id,
      ]);
      return 'more';
    });
  }

  private async clean(tx: Tx, accountId: number, stored: readonly StoredTransaction[]): Promise<void> {
    const showing = stored.filter(({ transaction }) => showsHidden(transaction));
    const [first] = showing;
    if (!first) return;
    const { userId } = first;
    const blind = await rulesThatSeeLess(tx, userId);
    const written = showing.filter(({ effects }) => blind.some((id) => hasEffectOf(effects, id)));
    const plan = planOf(await this.plans.load(tx, [accountId]), accountId);
    if (written.length === 0 || plan.isDeleted) return;
    const wanted = written.map((one) => ({ userId, plan, input: storedInput(one, plan) }));
    const shapings = await this.shaper.shape(tx, wanted);
    const now = new Date().toISOString();
    const results = written.flatMap((one, place) => {
      const shaping = shapings[place];
      const result = shaping && reshapedInFull(one, shaping, now);
      return result && isOther(one, result) ? [result] : [];
    });
    await saveShaped(tx, [{ accountId, userId, cause: 'RULE_APPLIED', trace: undefined, results }]);
  }
}

/** The user's rules of which no author is known, and that see neither identifiers nor holders' names since. */
async function rulesThatSeeLess(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('select id from rules where user_id = $1 and author is null', [
    userId,
  ]);
  const rules = await loadRules(
    tx,
    rows.map(({ id }) => id),
  );
  return rules.filter((rule) => !sightOf(authorOfRule(rule)).identifiers).map(({ id }) => id);
}
