import { RateLimitedError } from '@tributary/http';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { findAppByClientId } from '../authorizations/oauth-apps.store';
import { issueManagedToken, MANAGED_ID_LENGTH_MAX, ManagedUsersFullError } from './managed-users';
import { errors } from './oauth-library';
import type { ProviderParts } from './provider-parts';

/** Registers `grant_type=client_credentials` with `managed_user`, the app's own id of the token's user. */
export function registerManagedGrantType(provider: Provider, parts: ProviderParts): void {
  const { database, limits, config } = parts;
  provider.registerGrantType(
    'client_credentials',
    async (context: KoaContextWithOIDC) => {
      const { client, params } = context.oidc;
      const app = client ? await findAppByClientId(database, client.clientId) : null;
      if (!app?.manages_users) throw new errors.UnauthorizedClient('this app manages no users');
      const managedId = managedIdOf(params?.['managed_user']);
      const scopes = scopesOf(params?.['scope'], app.scopes);
      const { token, expiresInS } = await orOAuthError(context, async () => {
        await limits.require('appRequests', app.user_id);
        return issueManagedToken(database, app, managedId, scopes, config.caps);
      });
      context.body = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: expiresInS,
        scope: scopes.join(' '),
      };
    },
    ['scope', 'managed_user'],
  );
}

/** Converts errors of the work to the error format of OAuth. */
async function orOAuthError<T>(context: KoaContextWithOIDC, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ManagedUsersFullError) throw new errors.InvalidRequest(error.message);
    if (!(error instanceof RateLimitedError)) throw error;
    context.set('retry-after', String(error.retryAfterS));
    throw Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
      error_description: error.message,
    });
  }
}

function managedIdOf(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= MANAGED_ID_LENGTH_MAX) return value;
  throw new errors.InvalidRequest(
    `managed_user must be your id of the user, of 1 to ${MANAGED_ID_LENGTH_MAX} characters`,
  );
}

function scopesOf(value: unknown, registered: readonly string[]): string[] {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new errors.InvalidScope('scope must name what the token may do', '');
  }
  const wanted = [...new Set(value.trim().split(/\s+/))];
  const missing = wanted.filter((scope) => !registered.includes(scope));
  if (missing.length > 0) throw new errors.InvalidScope('requested scope is not allowed', missing.join(' '));
  return wanted;
}
