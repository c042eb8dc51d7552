import { Controller } from '@nestjs/common';
import { TransactionUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockAccounts } from './account-lock';
import { findKnown, saveShaped, ShapedBatch } from './shaped-transactions';
import { AccountPlan, KnownShaping, shapeIncoming, ShapingResult } from './shaping-decisions';
import { planOf, ShapingPlans } from './shaping-plans';

type Upserted = ReceivedEvent<typeof TransactionUpsertedV1>;

/** Shapes what comes in, once for each raw version; reads for the whole batch, writes slice by slice. */
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
    for (const slice of slicesOf(events)) {
      const batches = slice.map((one) =>
        shapeEvent(one, planOf(plans, one.payload.financialAccountId), known),
      );
      await saveShaped(tx, batches);
    }
  }
}

/**
 * Transactions that are shaped and written before the next are begun. What a slice needs is garbage before the
 * collector has to copy it: whole batches at once cost twice the time.
 */
const SLICE_TRANSACTIONS = 500;

function* slicesOf(events: readonly Upserted[]): Generator<Upserted[]> {
  let slice: Upserted[] = [];
  let size = 0;
  for (const one of events) {
    slice.push(one);
    size += one.payload.transactions.length;
    if (size < SLICE_TRANSACTIONS) continue;
    yield slice;
    slice = [];
    size = 0;
  }
  if (slice.length > 0) yield slice;
}

/** Shapes one message; `known` moves on with it, for messages behind it that speak of the same transactions. */
function shapeEvent(
  { payload, trace }: Upserted,
  plan: AccountPlan,
  known: Map<number, KnownShaping>,
): ShapedBatch {
  const results: ShapingResult[] = [];
  for (const incoming of plan.isDeleted ? [] : payload.transactions) {
    const earlier = known.get(incoming.id);
    const result = shapeIncoming(incoming, earlier, plan);
    if (!result) continue;
    const { rawVersion, shapedVersion } = result.transaction;
    const suppressions = earlier?.suppressions ?? [];
    known.set(incoming.id, { rawVersion, shapedVersion, effects: result.effects, suppressions });
    results.push(result);
  }
  const { financialAccountId: accountId, userId } = payload;
  return { accountId, userId, cause: 'INGESTED', trace, results };
}
