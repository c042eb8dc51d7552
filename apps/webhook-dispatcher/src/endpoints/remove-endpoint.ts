import { EventPayload, WebhookEndpointDeletedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { deleteEndpoint } from './endpoints.store';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Removes the endpoint immediately, which stops sending; its deliveries are erased in the background. */
export async function removeEndpoint(
  tx: Tx,
  { id, version, userId }: WebhookEndpoint,
): Promise<EventPayload<typeof WebhookEndpointDeletedV1>> {
  const deleted = { id, version: version + 1, userId };
  await deleteEndpoint(tx, id);
  await appendToOutbox(tx, [event(WebhookEndpointDeletedV1, id, deleted)]);
  return deleted;
}
