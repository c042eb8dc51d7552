import { groupBy } from '@tributary/contracts';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { LRUCache } from 'lru-cache';
import { RuleDefinition } from '../evaluation/rule-definition';
import { rulesOf, shape, Shaping, withoutRules } from '../evaluation/shape';
import { SwitchedOff, switchOff } from '../rules/switch-off';
import { ShapingWorkers } from '../evaluation/workers/pools';
import { RuleEndedError } from '../evaluation/workers/rule-worker';
import { culpritsOf, withFailures } from './overruns';
import { ToShape } from './shaping-decisions';
import { toShapeTask } from './shape-task';

/** After this number of exceeded limits in one batch, all rules of the user in this batch are switched off. */
const OVERRUNS_MAX = 2;

/** The most switched-off rules that this process remembers, until their rows say so. */
const REMEMBERED_MAX = 10_000;

/**
 * Runs rules over transactions in workers, which can be terminated. A rule that exceeds its limits is switched off for
 * all transactions, which continue without it. Transactions without rules need no worker.
 */
@Injectable()
export class Shaper {
  /** Switched-off rules by id. A batch that is rolled back and repeated does not run them again. */
  private readonly off = new LRUCache<number, SwitchedOff>({ max: REMEMBERED_MAX });

  constructor(
    private readonly workers: ShapingWorkers,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Returns the shapings in the order of the transactions, and stores in the transaction which rules were switched off.
   */
  async shape(tx: Tx, wanted: readonly ToShape[]): Promise<readonly Shaping[]> {
    const ruled = wanted.filter(({ plan }) => rulesOf(plan).length > 0);
    const done = new Map<ToShape, Shaping>();
    if (ruled.length > 0) await this.shapeRuled(ruled, done);
    const shapings = wanted.map((one) => done.get(one) ?? shapedWithoutRules(one));
    const switchedOff = await switchOff(tx, this.offOf(ruled));
    return withFailures(wanted, shapings, switchedOff);
  }

  /**
   * Runs all transactions together. If a limit is exceeded, each user's transactions run separately: that shows whose
   * rules are slow, and only their user waits for them.
   */
  private async shapeRuled(ruled: readonly ToShape[], done: Map<ToShape, Shaping>): Promise<void> {
    const byUser = groupBy(ruled, ({ userId }) => userId);
    if (byUser.size > 1) {
      try {
        return await this.run(null, ruled, done);
      } catch (error) {
        if (!(error instanceof RuleEndedError)) throw error;
      }
    }
    await Promise.all([...byUser].map(([userId, own]) => this.shapeOfUser(userId, own, done)));
  }

  private async shapeOfUser(
    userId: number,
    own: readonly ToShape[],
    done: Map<ToShape, Shaping>,
  ): Promise<void> {
    for (let overruns = 1; ; overruns += 1) {
      try {
        return await this.run(`shaping of ${userId}`, own, done);
      } catch (error) {
        if (!(error instanceof RuleEndedError)) throw error;
        const isLast = overruns >= OVERRUNS_MAX;
        // A thread may die for reasons outside of the rules, so its job is repeated once.
        if (error.reason === 'died' && !isLast) continue;
        const rules = isLast ? error.rules : culpritsOf(error);
        this.logger.failure(
          `rules of user ${userId} are switched off: ${rules.map(({ id }) => id).join(', ')}`,
          error,
        );
        for (const { id, version } of rules)
          this.off.set(id, { id, version, reason: `The rule ${error.message}.` });
      }
    }
  }

  private async run(
    share: string | null,
    wanted: readonly ToShape[],
    done: Map<ToShape, Shaping>,
  ): Promise<void> {
    const { task, rules } = toShapeTask(wanted, (rule) => !this.isOff(rule));
    const shapings =
      rules.length === 0
        ? wanted.map(shapedWithoutRules)
        : await this.workers.run(share, { name: 'shape', task, rules });
    wanted.forEach((one, index) => {
      const shaping = shapings[index];
      if (shaping) done.set(one, shaping);
    });
  }

  private isOff({ id, version }: RuleDefinition): boolean {
    return (this.off.get(id)?.version ?? 0) >= version;
  }

  private offOf(ruled: readonly ToShape[]): SwitchedOff[] {
    const rules = new Set(ruled.flatMap(({ plan }) => rulesOf(plan)).filter((rule) => this.isOff(rule)));
    return [...rules].flatMap(({ id }) => this.off.get(id) ?? []);
  }
}

function shapedWithoutRules({ plan, input }: ToShape): Shaping {
  return shape(input, withoutRules(plan));
}
