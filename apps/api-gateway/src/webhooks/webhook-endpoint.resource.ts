import { EventPayload, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { idText, timeText } from '../wire-values';
import { WebhookEndpointRow } from './webhook-endpoints.reader';

type Published = EventPayload<typeof WebhookEndpointUpsertedV1>;
type Resource = Readonly<Record<string, unknown>>;

/** What is shown once, in the answer to the change that made it. */
interface ShownOnce {
  readonly secret?: string;
  readonly previous_secret_valid_until?: string;
}

/** A webhook endpoint as it was just published. */
export function toWebhookEndpoint(
  { id, document, createdAt, updatedAt }: Published,
  shownOnce: ShownOnce = {},
): Resource {
  return { ...resource(id, document, { createdAt, updatedAt }), ...shownOnce };
}

export function fromEndpointRow({ id, document, created_at, updated_at }: WebhookEndpointRow): Resource {
  return resource(id, document, { createdAt: timeText(created_at), updatedAt: timeText(updated_at) });
}

function resource(
  id: number,
  document: Published['document'],
  { createdAt, updatedAt }: Pick<Published, 'createdAt' | 'updatedAt'>,
): Resource {
  return {
    id: idText(id),
    url: document.url,
    description: document.description,
    enabled: document.enabled,
    type: document.type,
    omit_sensitive_identifiers: document.omit_sensitive_identifiers,
    events: document.events,
    payload_version: document.payload_version,
    created_at: createdAt,
    updated_at: updatedAt,
    financial_accounts: document.financial_account_ids && document.financial_account_ids.map(idText),
    health: document.health,
    paused: document.paused ?? null,
  };
}
