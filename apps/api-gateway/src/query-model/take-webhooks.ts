import {
  WebhookDeliveredV1,
  WebhookEndpointDeletedV1,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { shareUsers } from './account-deletion';
import { deleteEndpoints, endpointsThatAreGone } from './endpoint-deletion';
import { project } from './project';
import { resourceRow, WEBHOOK_ENDPOINTS } from './resources.projection';
import {
  attemptRows,
  deliveryRows,
  eventRows,
  WEBHOOK_ATTEMPTS,
  WEBHOOK_DELIVERIES,
  WEBHOOK_EVENTS,
} from './webhooks.projection';
import { ModelTx, Told } from './model-writes';

export async function takeEndpoints(
  tx: ModelTx,
  events: readonly Told<typeof WebhookEndpointUpsertedV1>[],
): Promise<void> {
  await project(
    tx,
    WEBHOOK_ENDPOINTS,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeEndpointDeletions(
  tx: ModelTx,
  events: readonly Told<typeof WebhookEndpointDeletedV1>[],
): Promise<void> {
  await deleteEndpoints(
    tx,
    events.map(({ payload, occurredAt }) => ({ ...payload, deletedAt: occurredAt })),
  );
}

export async function takeDeliveries(
  tx: ModelTx,
  events: readonly Told<typeof WebhookDeliveredV1>[],
): Promise<void> {
  await shareUsers(
    tx,
    events.map(({ payload }) => payload.userId),
  );
  const gone = await endpointsThatAreGone(
    tx,
    events.map(({ payload }) => payload.endpointId),
  );
  const kept = events.filter(({ payload }) => !gone.has(payload.endpointId));
  await project(
    tx,
    WEBHOOK_DELIVERIES,
    kept.flatMap(({ payload, occurredAt }) => deliveryRows(payload, occurredAt)),
  );
  await project(
    tx,
    WEBHOOK_ATTEMPTS,
    kept.flatMap(({ payload }) => attemptRows(payload)),
  );
}

export async function takeRecordedEvents(
  tx: ModelTx,
  events: readonly Told<typeof WebhookEventRecordedV1>[],
): Promise<void> {
  await shareUsers(
    tx,
    events.map(({ payload }) => payload.userId),
  );
  const rows = events.flatMap(({ payload }) => eventRows(payload));
  const gone = await accountsThatAreGone(
    tx,
    rows.flatMap(({ account_id }) => account_id ?? []),
  );
  // Nothing of a deleted account is taken any more, but that it is gone.
  await project(
    tx,
    WEBHOOK_EVENTS,
    rows.filter((row) => row.type === 'account.deleted' || !gone.has(row.account_id ?? 0)),
  );
}

async function accountsThatAreGone(tx: ModelTx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    'select id from accounts where id = any($1::bigint[]) and deleted',
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}
