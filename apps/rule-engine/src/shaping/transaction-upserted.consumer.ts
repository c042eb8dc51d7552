import { Controller } from '@nestjs/common';
import { TransactionUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockAccounts } from './account-lock';
import { findKnown, saveShaped, ShapedBatch } from './shaped-transactions';
import { KnownShaping, shapeIncoming, ShapingResult } from './shaping-decisions';
import { AccountPlan, EMPTY_PLAN, ShapingPlans } from './shaping-plans';

type Upserted = ReceivedEvent<typeof TransactionUpsertedV1>;

/** Shapes what comes in, once for each raw version: read for the whole batch, decide, write for the whole batch. */
@Controller()
export class TransactionUpsertedConsumer {
  constructor(private readonly plans: ShapingPlans) {}

  @OnEvent(TransactionUpsertedV1)
  async take(events: readonly Upserted[], tx: Tx): Promise<void> {
    const accountIds = [...new Set(events.map(({ payload }) => payload.financialAccountId))];
    await lockAccounts(tx, accountIds);
    const plans = await this.plans.load(tx, accountIds);
    const known = await findKnown(
      tx,
      events.flatMap(({ payload }) => payload.transactions.map(({ id }) => id)),
    );
    const batches = events.map((one) => {
      const plan = plans.get(one.payload.financialAccountId) ?? EMPTY_PLAN;
      return shapeEvent(one, plan, known);
    });
    await saveShaped(tx, batches);
  }
}

/** Shapes one message; `known` moves on with it, for messages behind it that speak of the same transactions. */
function shapeEvent(
  { payload, trace }: Upserted,
  plan: AccountPlan,
  known: Map<number, KnownShaping>,
): ShapedBatch {
  const results: ShapingResult[] = [];
  for (const incoming of plan.isDeleted ? [] : payload.transactions) {
    const result = shapeIncoming(incoming, known.get(incoming.id), plan);
    if (!result) continue;
    const { rawVersion, shapedVersion } = result.transaction;
    known.set(incoming.id, { rawVersion, shapedVersion, effects: result.effects });
    results.push(result);
  }
  const { financialAccountId: accountId, userId } = payload;
  return { accountId, userId, cause: 'INGESTED', trace, results };
}
