import { Controller } from '@nestjs/common';
import { RawTransaction, TransactionUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Shaping } from '../evaluation/shape';
import { lockAccounts } from './account-lock';
import { MergedAnnotations } from './annotations/merged-annotations';
import { saveShaped, ShapedBatch } from './results/shaped-transactions';
import { findKnown } from './results/shaped-transactions.store';
import { Shaper } from './shaper';
import {
  AccountPlan,
  annotatedIncoming,
  incomingInput,
  KnownShaping,
  shapedIncoming,
  ShapingResult,
  ToShape,
} from './shaping-decisions';
import { planOf, ShapingPlans } from './shaping-plans.store';

type Upserted = ReceivedEvent<typeof TransactionUpsertedV1>;

/**
 * Shapes arriving transactions, once for each raw version. Reads once for the whole batch, and writes slice by slice.
 */
@Controller()
export class TransactionUpsertedConsumer {
  constructor(
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly annotations: MergedAnnotations,
  ) {}

  @OnEvent(TransactionUpsertedV1)
  async apply(events: readonly Upserted[], tx: Tx): Promise<void> {
    const accountIds = [...new Set(events.map(({ payload }) => payload.financialAccountId))];
    await lockAccounts(tx, accountIds);
    const plans = await this.plans.load(tx, accountIds);
    const known = await findKnown(
      tx,
      events.flatMap(({ payload }) => payload.transactions.map(({ id }) => id)),
    );
    for (const slice of slicesOf(events)) {
      await saveShaped(tx, await this.shape(tx, slice, { plans, known }));
    }
    for (const [userId, ids] of givenOf(events, known)) await this.annotations.takeBack(tx, userId, ids);
  }

  /** Shapes messages and updates `known`, because later messages may have the same transactions. */
  private async shape(tx: Tx, slice: readonly Upserted[], { plans, known }: Known): Promise<ShapedBatch[]> {
    const seen = new Map<number, number>();
    const wanted = slice.map(({ payload }) => newOnes(payload, { plans, known }, seen));
    const shapings = await this.shaper.shape(
      tx,
      wanted.flatMap((ofEvent) => ofEvent.map(({ toShape }) => toShape)),
    );
    let next = 0;
    return slice.map(({ payload, trace }, index) => {
      const results = (wanted[index] ?? []).flatMap(({ incoming }) => {
        const shaping = shapings[next++];
        return shaping ? keepResult(incoming, shaping, known) : [];
      });
      const { financialAccountId: accountId, userId } = payload;
      return { accountId, userId, cause: 'INGESTED', trace, results };
    });
  }
}

/** The arriving transactions whose annotations went to those that they were merged into, by user: rarely any. */
function givenOf(events: readonly Upserted[], known: Known['known']): Map<number, number[]> {
  const given = new Map<number, number[]>();
  for (const { payload } of events) {
    const ids = payload.transactions.flatMap(({ id }) => (known.get(id)?.isGiven ? [id] : []));
    if (ids.length > 0) given.set(payload.userId, [...(given.get(payload.userId) ?? []), ...ids]);
  }
  return given;
}

/** The data that a batch reads before its transactions are shaped. */
interface Known {
  readonly plans: ReadonlyMap<number, AccountPlan>;
  readonly known: Map<number, KnownShaping>;
}

/**
 * Transactions that are shaped and written before the next slice begins. A slice becomes garbage while it is still in
 * the young generation; whole batches at once took twice the time.
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

/**
 * Returns the message's transactions that are newer than the stored ones; `seen` has the versions of earlier messages
 * in the batch.
 */
function newOnes(
  { financialAccountId, userId, transactions }: Upserted['payload'],
  { plans, known }: Known,
  seen: Map<number, number>,
): { incoming: RawTransaction; toShape: ToShape }[] {
  const plan = planOf(plans, financialAccountId);
  return (plan.isDeleted ? [] : transactions).flatMap((reported) => {
    const earlier = known.get(reported.id);
    const incoming = annotatedIncoming(reported, earlier);
    const rawVersion = seen.get(incoming.id) ?? earlier?.rawVersion ?? 0;
    const input = incomingInput(incoming, { rawVersion, suppressions: earlier?.suppressions ?? [] }, plan);
    if (!input) return [];
    seen.set(incoming.id, incoming.version);
    return [{ incoming, toShape: { userId, plan, input } }];
  });
}

function keepResult(
  incoming: RawTransaction,
  shaping: Shaping,
  known: Map<number, KnownShaping>,
): ShapingResult {
  const earlier = known.get(incoming.id);
  const result = shapedIncoming(incoming, earlier, shaping);
  const { rawVersion, shapedVersion } = result.transaction;
  const { suppressions = [], annotation = null, isGiven = false } = earlier ?? {};
  const { effects } = result;
  known.set(incoming.id, { rawVersion, shapedVersion, effects, suppressions, annotation, isGiven });
  return result;
}
