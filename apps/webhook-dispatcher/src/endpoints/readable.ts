import { CanonicalEvent, canonicalName } from '@tributary/contracts';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** The scopes that a token lacks of those that it takes to read all that the endpoint is told. */
export function missingScopes(
  { events, grantedScopes, redactSensitive }: WebhookEndpoint,
  scopes: readonly string[] | null,
): string[] {
  if (scopes === null) return [];
  const told = new Set(events.flatMap((event) => scopesOf(canonicalName(event))));
  const shown = [...told].filter((scope) => grantedScopes === null || grantedScopes.includes(scope));
  const needed = redactSensitive ? shown : [...shown, 'sensitive:read'];
  return needed.filter((scope) => !scopes.includes(scope));
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
  }
}
