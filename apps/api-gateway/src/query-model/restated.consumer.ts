import { Controller } from '@nestjs/common';
import {
  checked,
  ContractViolationError,
  findEvent,
  IngestionSyncRestatedV1,
  RestatingService,
  RuleEngineRestatedV1,
  TransferEngineRestatedV1,
  WebhookDispatcherRestatedV1,
} from '@tributary/contracts';
import { OnEvent, reachFaultPoint, type ReceivedEvent } from '@tributary/messaging';
import type { Queryable, Tx } from '@tributary/persistence';
import { erasedAmong } from '@tributary/service';
import { ModelTx, Told, writeNextModel } from './model-writes';
import { projectionOf } from './projections';
import { noteRestated } from './rebuild/rebuilds';

type Restated = ReceivedEvent<typeof IngestionSyncRestatedV1>;

/** What owners tell again fills the model that is built anew, and nothing else. What comes after the end of a rebuild is nobody's. */
@Controller()
export class RestatedConsumer {
  @OnEvent(IngestionSyncRestatedV1)
  ingestion(events: readonly ReceivedEvent<typeof IngestionSyncRestatedV1>[], tx: Tx): Promise<void> {
    return takeRestated(tx, 'ingestion-sync', events);
  }

  @OnEvent(RuleEngineRestatedV1)
  rules(events: readonly ReceivedEvent<typeof RuleEngineRestatedV1>[], tx: Tx): Promise<void> {
    return takeRestated(tx, 'rule-engine', events);
  }

  @OnEvent(TransferEngineRestatedV1)
  transfers(events: readonly ReceivedEvent<typeof TransferEngineRestatedV1>[], tx: Tx): Promise<void> {
    return takeRestated(tx, 'transfer-engine', events);
  }

  @OnEvent(WebhookDispatcherRestatedV1)
  webhooks(events: readonly ReceivedEvent<typeof WebhookDispatcherRestatedV1>[], tx: Tx): Promise<void> {
    return takeRestated(tx, 'webhook-dispatcher', events);
  }
}

async function takeRestated(tx: Tx, service: RestatingService, events: readonly Restated[]): Promise<void> {
  for (const [rebuildId, ofRebuild] of groupBy(events, ({ payload }) => payload.rebuildId)) {
    const isTaken = await writeNextModel(tx, rebuildId, async (model) => {
      await fill(model, ofRebuild);
      await noteRestated(
        model,
        service,
        ofRebuild.map(({ payload }) => payload),
      );
    });
    if (isTaken) reachFaultPoint('model.filled');
  }
}

/** In the order of the topics' first messages: topics have no order among each other. */
async function fill(tx: ModelTx, events: readonly Restated[]): Promise<void> {
  const told = await ofLivingUsers(
    tx,
    events.flatMap(({ payload }) => payload.told ?? []),
  );
  for (const [topic, ofTopic] of groupBy(told, (one) => one.topic)) {
    const project = projectionOf(topic);
    if (!project) throw new ContractViolationError(`${topic} is nothing that the query model shows`);
    await project(tx, ofTopic.map(toTold));
  }
}

/** Such messages are counted, so the bus lets them all in; what they tell of users who are erased is left out here. */
async function ofLivingUsers<T extends { readonly payload: unknown }>(tx: Queryable, told: readonly T[]) {
  const userOf = ({ payload }: T) => (payload as { readonly userId?: number } | null)?.userId ?? 0;
  const erased = await erasedAmong(tx, new Set(told.map(userOf)));
  return told.filter((one) => !erased.has(userOf(one)));
}

function toTold({ topic, version, occurredAt, payload }: NonNullable<Restated['payload']['told']>): Told {
  const contract = findEvent(topic, version);
  if (!contract) throw new ContractViolationError(`${topic}: version ${version} is not known here`);
  return { occurredAt, payload: checked(contract.payload, payload, topic) };
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
