import { CanonicalEvent, canonicalName, Carried, carriedFor } from '@tributary/contracts';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** What the endpoint is told. */
export function carriedBy(endpoint: WebhookEndpoint): Carried {
  const { events, grantedScopes, redactSensitive, financialAccountIds } = endpoint;
  const told = new Set(events.flatMap((event) => scopesOf(canonicalName(event))));
  const scopes = redactSensitive ? [...told] : [...told, 'sensitive:read'];
  return carriedFor({ scopes: grantedScopes }, { scopes, accountIds: financialAccountIds });
}

/** What a token must be able to read to see all of an event. */
function scopesOf(event: CanonicalEvent): string[] {
  switch (event) {
    case 'transactions.created':
    case 'transactions.updated':
      return ['transactions:read', 'accounts:read'];
    case 'balance.updated':
    case 'holdings.updated':
    case 'account.created':
    case 'account.updated':
    case 'account.deleted':
      return ['accounts:read'];
    case 'connection.created':
    case 'connection.activated':
    case 'connection.reauthorized':
    case 'connection.expiring':
    case 'connection.expired':
    case 'connection.failing':
    case 'connection.recovered':
    case 'connection.disabled':
    case 'connection.deleted':
      return ['financial-connections:read'];
    case 'rule.disabled':
      return ['rules:read'];
  }
}
