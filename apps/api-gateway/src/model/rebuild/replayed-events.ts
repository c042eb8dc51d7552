import {
  checked,
  ContractViolationError,
  findEvent,
  groupBy,
  IngestionSyncRestatedV1,
  ReplayingService,
  TransactionShapedV1,
} from '@tributary/contracts';
import { reachFaultPoint, ReceivedEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { erasedAmong } from '@tributary/service';
import { ModelTx, writeNextModel } from '../model-writes';
import { project, ProjectedEvent, Projection } from '../projections/project';
import { projectionOf } from '../projections/projections';
import {
  NOT_YET,
  presentPositions,
  TRANSACTIONS,
  transactionRows,
} from '../projections/transactions.projection';
import { noteReplayed } from './rebuilds';

export type ReplayedEvent = ReceivedEvent<typeof IngestionSyncRestatedV1>;

/** Fills the model of a rebuild with an owner's replay only. Messages of an ended rebuild are ignored. */
export async function storeReplayed(
  tx: Tx,
  owner: ReplayingService,
  events: readonly ReplayedEvent[],
): Promise<void> {
  for (const [rebuildId, ofRebuild] of groupBy(events, ({ payload }) => payload.rebuildId)) {
    const isStored = await writeNextModel(tx, rebuildId, async (model) => {
      await fill(model, ofRebuild);
      await noteReplayed(
        model,
        owner,
        ofRebuild.map(({ payload }) => payload),
      );
    });
    if (isStored) reachFaultPoint('model.filled');
  }
}

/** Applies the events in the order of the topics' first messages: topics have no order among each other. */
async function fill(tx: ModelTx, events: readonly ReplayedEvent[]): Promise<void> {
  const carried = await ofLivingUsers(
    tx,
    events.flatMap(({ payload }) => payload.told ?? []),
  );
  for (const [topic, ofTopic] of groupBy(carried, (one) => one.topic)) {
    const projection = replayOf(topic);
    if (!projection) throw new ContractViolationError(`${topic} is nothing that the query model shows`);
    await projection(tx, ofTopic.map(toEvent));
  }
}

/**
 * Fills the next model. A row that is the same in the present one has its position, so that followers of changes see
 * no change by a rebuild.
 */
const replayTransactions: Projection<typeof TransactionShapedV1> = async (tx, events) => {
  const rows = events.flatMap(({ payload }) => transactionRows(payload));
  const positions = await presentPositions(tx, rows);
  await project(
    tx,
    TRANSACTIONS,
    rows.map((row) => ({ ...row, changed_at: positions.get(`${row.user_id}/${row.id}`) ?? NOT_YET })),
  );
};

function replayOf(topic: string): Projection | undefined {
  return topic === TransactionShapedV1.topic ? (replayTransactions as Projection) : projectionOf(topic);
}

/** The bus accepts all replayed messages, because they are counted; those of erased users are left out here. */
async function ofLivingUsers<T extends { readonly payload: unknown }>(tx: Queryable, carried: readonly T[]) {
  const userOf = ({ payload }: T) => (payload as { readonly userId?: number } | null)?.userId ?? 0;
  const erased = await erasedAmong(tx, new Set(carried.map(userOf)));
  return carried.filter((one) => !erased.has(userOf(one)));
}

function toEvent({
  topic,
  version,
  occurredAt,
  payload,
}: NonNullable<ReplayedEvent['payload']['told']>): ProjectedEvent {
  const contract = findEvent(topic, version);
  if (!contract) throw new ContractViolationError(`${topic}: version ${version} is not known here`);
  return { occurredAt, payload: checked(contract.payload, payload, topic) };
}
