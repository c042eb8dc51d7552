import { Tx } from '@tributary/persistence';
import { resetSendingState } from '../endpoints.store';
import { healthDocument, UNTRIED } from './endpoint-health';
import { WebhookEndpoint } from '../webhook-endpoint.entity';

/** Resets the endpoint's health; the caller saves and publishes it. */
export async function startOver(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  endpoint.health = healthDocument(UNTRIED);
  await resetSendingState(tx, endpoint.id);
}
