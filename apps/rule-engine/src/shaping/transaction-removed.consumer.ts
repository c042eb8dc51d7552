import { Controller } from '@nestjs/common';
import { TransactionRemovedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockAccounts } from './account-lock';
import { Merge, MergedAnnotations } from './annotations/merged-annotations';
import { saveShaped, ShapedBatch } from './results/shaped-transactions';
import { findStored, saveTombstones, Tombstone } from './results/shaped-transactions.store';
import { removeStored, ShapingResult, StoredTransaction } from './shaping-decisions';
import { ShapingPlans } from './shaping-plans.store';

type Removed = ReceivedEvent<typeof TransactionRemovedV1>;

/**
 * Publishes removals together with the removed document. For a transaction that never arrived it only stores a
 * tombstone.
 */
@Controller()
export class TransactionRemovedConsumer {
  constructor(
    private readonly plans: ShapingPlans,
    private readonly annotations: MergedAnnotations,
  ) {}

  @OnEvent(TransactionRemovedV1)
  async apply(events: readonly Removed[], tx: Tx): Promise<void> {
    const accountIds = [...new Set(events.map(({ payload }) => payload.financialAccountId))];
    await lockAccounts(tx, accountIds);
    const plans = await this.plans.load(tx, accountIds);
    const accepted = events.filter(({ payload }) => !plans.get(payload.financialAccountId)?.isDeleted);
    const ids = accepted.flatMap(({ payload }) => payload.transactions.map(({ id }) => id));
    const stored = await findStored(tx, ids);
    await saveShaped(
      tx,
      accepted.map((one) => removeEvent(one, stored)),
    );
    await saveTombstones(tx, tombstones(accepted, stored), new Date().toISOString());
    await this.annotations.give(tx, mergesOf(accepted));
  }
}

function mergesOf(events: readonly Removed[]): Merge[] {
  return events.flatMap(({ payload: { userId, transactions } }) =>
    transactions.flatMap(({ id, mergedInto }) =>
      mergedInto === undefined ? [] : [{ userId, id, mergedInto }],
    ),
  );
}

function removeEvent(
  { payload, trace, occurredAt }: Removed,
  stored: Map<number, StoredTransaction>,
): ShapedBatch {
  const results: ShapingResult[] = [];
  for (const { id, version } of payload.transactions) {
    const found = stored.get(id);
    const result = found && removeStored(found, version, occurredAt);
    if (!result) continue;
    stored.set(id, { ...found, ...result });
    results.push(result);
  }
  const { financialAccountId: accountId, userId } = payload;
  return { accountId, userId, cause: 'REMOVED', trace, results };
}

function tombstones(events: readonly Removed[], stored: ReadonlyMap<number, StoredTransaction>): Tombstone[] {
  const latest = new Map<number, Tombstone>();
  for (const { payload } of events) {
    const { financialAccountId: accountId, userId } = payload;
    for (const { id, version } of payload.transactions) {
      if (stored.has(id) || version <= (latest.get(id)?.version ?? 0)) continue;
      latest.set(id, { id, accountId, userId, version });
    }
  }
  return [...latest.values()];
}
