import { Controller, Type } from '@nestjs/common';
import {
  AccountDeletedV1,
  groupBy,
  REPLAYED,
  ReplayingService,
  TransactionShapedV1,
  WebhookEndpointDeletedV1,
} from '@tributary/contracts';
import { OnEvent, OnEventsTogether, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { ModelTx, writeModel } from './model-writes';
import { Projected, PROJECTED } from './projections/projections';
import { ReplayedEvent, storeReplayed } from './rebuild/replayed-events';

/** Topics of deletions. A deletion locks out the user's other writers until its commit, so it has a transaction of its own. */
const DELETIONS: readonly string[] = [AccountDeletedV1.topic, WebhookEndpointDeletedV1.topic];

/**
 * Consumers of the query model: one for all stored events, one for each kind of deletion, and one for each owner that
 * replays its state in a rebuild.
 */
export const QUERY_MODEL_CONSUMERS: readonly Type[] = [
  ...PROJECTED.filter(isDeletion).map(deletingConsumer),
  storingConsumer(PROJECTED.filter((projected) => !isDeletion(projected))),
  ...(Object.keys(REPLAYED) as ReplayingService[]).map(replayConsumer),
];

function isDeletion({ contract }: Projected): boolean {
  return DELETIONS.includes(contract.topic);
}

function deletingConsumer({ contract, project }: Projected): Type {
  @Controller()
  class DeletingConsumer {
    @OnEvent(contract)
    delete(events: readonly ReceivedEvent[], tx: Tx): Promise<void> {
      return writeModel(tx, (model) => project(model, events));
    }
  }
  return DeletingConsumer;
}

/**
 * The consumer of all stored events. A change at the bank becomes about nine events on as many topics, which share a
 * transaction where they can. Clients may read a transaction as soon as they get its webhook, so shaped transactions
 * do not wait.
 */
function storingConsumer(projected: readonly Projected[]): Type {
  const contracts = projected.map(({ contract }) => contract);
  @Controller()
  class StoringConsumer {
    @OnEventsTogether(contracts, [TransactionShapedV1])
    store(events: readonly ReceivedEvent[], tx: Tx): Promise<void> {
      return writeModel(tx, (model) => projectTogether(model, projected, events), events.flatMap(userOf));
    }
  }
  return StoringConsumer;
}

/** Applies the events in the order of the projections, as all writers do. */
async function projectTogether(
  model: ModelTx,
  projected: readonly Projected[],
  events: readonly ReceivedEvent[],
): Promise<void> {
  const byTopic = groupBy(events, ({ contract }) => contract.topic);
  for (const { contract, project } of projected) {
    const ofTopic = byTopic.get(contract.topic);
    if (ofTopic) await project(model, ofTopic);
  }
}

/** The event's user; events of institutions have none. */
function userOf({ payload }: ReceivedEvent): number[] {
  const { userId } = payload as { readonly userId?: number };
  return userId === undefined ? [] : [userId];
}

function replayConsumer(owner: ReplayingService): Type {
  @Controller()
  class ReplayConsumer {
    @OnEvent(REPLAYED[owner])
    store(events: readonly ReplayedEvent[], tx: Tx): Promise<void> {
      return storeReplayed(tx, owner, events);
    }
  }
  return ReplayConsumer;
}
