import { Tx } from '@tributary/persistence';
import { healthDocument, UNTRIED } from './endpoint-health';
import { WebhookEndpoint } from '../webhook-endpoint.entity';

/** Resets the endpoint's health; the caller saves and publishes it. */
export async function startOver(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  endpoint.health = healthDocument(UNTRIED);
  await tx.execute(
    `update sending_states set consecutive_failures = 0, failing_since = null, last_attempt_at = null,
            last_success_at = null, last_error = null, paused_until = '-infinity'
      where endpoint_id = $1`,
    [endpoint.id],
  );
}
