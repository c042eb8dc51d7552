import { Controller } from '@nestjs/common';
import {
  WebhookDeliveredV1,
  WebhookEndpointDeletedV1,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
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

/** What the webhook dispatcher tells of endpoints, of deliveries to them, and of what happened. */
@Controller()
export class WebhooksConsumer {
  @OnEvent(WebhookEndpointUpsertedV1)
  async endpoints(events: readonly ReceivedEvent<typeof WebhookEndpointUpsertedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      WEBHOOK_ENDPOINTS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(WebhookEndpointDeletedV1)
  async deleted(events: readonly ReceivedEvent<typeof WebhookEndpointDeletedV1>[], tx: Tx): Promise<void> {
    await deleteEndpoints(
      tx,
      events.map(({ payload, occurredAt }) => ({ ...payload, deletedAt: occurredAt })),
    );
  }

  @OnEvent(WebhookDeliveredV1)
  async deliveries(events: readonly ReceivedEvent<typeof WebhookDeliveredV1>[], tx: Tx): Promise<void> {
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

  @OnEvent(WebhookEventRecordedV1)
  async recorded(events: readonly ReceivedEvent<typeof WebhookEventRecordedV1>[], tx: Tx): Promise<void> {
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
}

async function accountsThatAreGone(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    'select id from accounts where id = any($1::bigint[]) and deleted',
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}
