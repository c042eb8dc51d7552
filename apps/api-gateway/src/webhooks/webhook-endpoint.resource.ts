import { EventPayload, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { idText } from '../wire-values';

/** A webhook endpoint; `secret` is given right after it was made, and never again. */
export function toWebhookEndpoint(
  { id, document, createdAt, updatedAt }: EventPayload<typeof WebhookEndpointUpsertedV1>,
  secret?: string,
): Readonly<Record<string, unknown>> {
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
    ...(secret === undefined ? {} : { secret }),
  };
}
