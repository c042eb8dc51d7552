import { EventPayload, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { toResourceForm } from '../../rest/openapi/written';
import { WebhookEndpoint } from './webhook-endpoint.schema';
import { WebhookEndpointRow } from './webhook-endpoints.store';

/** Secrets that only the response to the change that made them shows. */
interface ShownOnce {
  readonly secret?: string;
  readonly previous_secret_valid_until?: string;
}

/** A webhook endpoint as it was just published. */
export function toWebhookEndpoint(
  { createdAt, updatedAt, ...endpoint }: EventPayload<typeof WebhookEndpointUpsertedV1>,
  shownOnce: ShownOnce = {},
) {
  return fromEndpointRow({ ...endpoint, created_at: createdAt, updated_at: updatedAt }, shownOnce);
}

export function fromEndpointRow(
  {
    document,
    ...row
  }: Omit<WebhookEndpointRow, `${string}_at`> & {
    readonly created_at: Date | string;
    readonly updated_at: Date | string;
  },
  shownOnce: ShownOnce = {},
) {
  const { financial_account_ids: financial_accounts, paused = null } = document;
  return toResourceForm(WebhookEndpoint, { ...row, ...document, financial_accounts, paused, ...shownOnce });
}
