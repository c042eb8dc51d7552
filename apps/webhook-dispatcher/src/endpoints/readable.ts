import { canonicalName, Carried, carriedFor, scopesOf } from '@tributary/contracts';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Returns the scopes and accounts that the endpoint's messages may contain. */
export function carriedBy(endpoint: WebhookEndpoint): Carried {
  const { events, grantedScopes, redactSensitive, financial_account_ids: accountIds } = endpoint;
  const read = new Set(events.flatMap((event) => scopesOf(canonicalName(event))));
  const scopes = redactSensitive ? [...read] : [...read, 'sensitive:read'];
  return carriedFor({ scopes: grantedScopes }, { scopes, accountIds });
}
