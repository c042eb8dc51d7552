import {
  Author,
  EventPayload,
  membersOf,
  StoredEndpointSettings,
  WebhookEndpointUpsertedV1,
} from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { madeThrough } from '@tributary/service';
import { saveEndpoint } from './endpoints.store';
import { carriedBy } from './readable';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Returns the published form of an endpoint: everything except its secrets. */
export function toUpserted(endpoint: WebhookEndpoint): EventPayload<typeof WebhookEndpointUpsertedV1> {
  return {
    id: endpoint.id,
    version: endpoint.version,
    userId: endpoint.userId,
    deleted: false,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
    document: {
      ...membersOf(StoredEndpointSettings, endpoint),
      health: endpoint.health,
      reading_scopes: [...carriedBy(endpoint).scopes],
      ...madeThrough({ author: authorOf(endpoint), paused: endpoint.paused }),
    },
  };
}

/**
 * Saves the endpoint with the changes as its next version, and publishes it.
 * @returns the published event
 */
export async function publishEndpoint(
  tx: Tx,
  endpoint: WebhookEndpoint,
  changes: Partial<WebhookEndpoint> = {},
): Promise<EventPayload<typeof WebhookEndpointUpsertedV1>> {
  Object.assign(endpoint, changes, { version: endpoint.version + 1, updatedAt: new Date() });
  await saveEndpoint(tx, endpoint);
  const upserted = toUpserted(endpoint);
  await appendToOutbox(tx, [event(WebhookEndpointUpsertedV1, endpoint.id, upserted)]);
  return upserted;
}

function authorOf({ grantedScopes, financial_account_ids, grantId }: WebhookEndpoint): Author {
  return { scopes: grantedScopes, accountIds: financial_account_ids, grantId };
}
