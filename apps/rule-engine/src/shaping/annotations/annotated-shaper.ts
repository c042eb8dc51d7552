import { Injectable } from '@nestjs/common';
import { groupBy } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { ShapedBatch } from '../results/shaped-transactions';
import { Shaper } from '../shaper';
import { reshapedInFull, storedInput, StoredTransaction } from '../shaping-decisions';
import { planOf, ShapingPlans } from '../shaping-plans.store';

/** Shapes stored transactions in full after their annotations changed, as after an edit. */
@Injectable()
export class AnnotatedShaper {
  constructor(
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
  ) {}

  /** @param changed transactions with their new raw documents; their accounts are locked */
  async shape(tx: Tx, changed: readonly StoredTransaction[]): Promise<ShapedBatch[]> {
    if (changed.length === 0) return [];
    const plans = await this.plans.load(tx, [...new Set(changed.map(({ accountId }) => accountId))]);
    const wanted = changed.map((one) => {
      const plan = planOf(plans, one.accountId);
      return { userId: one.userId, plan, input: storedInput(one, plan) };
    });
    const shapings = await this.shaper.shape(tx, wanted);
    const now = new Date().toISOString();
    const results = changed.flatMap((one, index) => {
      const shaping = shapings[index];
      return shaping ? [{ one, result: reshapedInFull(one, shaping, now) }] : [];
    });
    return [...groupBy(results, ({ one }) => one.accountId)].map(([accountId, ofAccount]) => ({
      accountId,
      userId: ofAccount[0]?.one.userId ?? 0,
      cause: 'INGESTED',
      trace: undefined,
      results: ofAccount.map(({ result }) => result),
    }));
  }
}
