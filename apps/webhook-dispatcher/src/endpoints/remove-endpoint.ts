import { EventPayload, WebhookEndpointDeletedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Removes the endpoint immediately, and stops sending; its deliveries are erased in the background. */
export async function removeEndpoint(
  tx: Tx,
  { id, version, userId }: WebhookEndpoint,
): Promise<EventPayload<typeof WebhookEndpointDeletedV1>> {
  const deleted = { id, version: version + 1, userId };
  await tx.execute('delete from webhook_endpoints where id = $1', [id]);
  await tx.execute('insert into erasures (endpoint_id) values ($1) on conflict do nothing', [id]);
  await appendToOutbox(tx, [event(WebhookEndpointDeletedV1, id, deleted)]);
  return deleted;
}
