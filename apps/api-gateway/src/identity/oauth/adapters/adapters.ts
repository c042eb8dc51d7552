import { Queryable } from '@tributary/persistence';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { findAppByClientId, OAuthApp } from '../../authorizations/oauth-apps.store';
import { isOwnScheme } from '../../apps/app-settings';
import { ArtifactsAdapter, ArtifactsOptions } from './artifacts.adapter';
import { GrantsAdapter } from './grants.adapter';
import { AccessTokensAdapter, ManagedTokensAdapter } from './tokens.adapter';

interface AdapterOptions extends ArtifactsOptions {
  /** The maximum of an app's access tokens for one user. */
  readonly tokensOfGrantMax: number;
}

/** The library's models, and where we store them. */
export function adapters(options: AdapterOptions): AdapterFactory {
  const { database } = options;
  return (model) => {
    switch (model) {
      case 'Client':
        return new AppsAdapter(database);
      case 'Grant':
        return new GrantsAdapter(database);
      case 'AccessToken':
        return new AccessTokensAdapter(database, options.tokensOfGrantMax);
      case 'ClientCredentials':
        return new ManagedTokensAdapter(database);
      case 'Session':
        return NOTHING_KEPT;
      default:
        return new ArtifactsAdapter(model, options);
    }
  };
}

const none = async (): Promise<undefined> => undefined;

/**
 * Adapter for the library's own sessions, which are not stored: our session alone identifies the user, and the library
 * begins a new one with each authorization.
 */
const NOTHING_KEPT: Adapter = {
  upsert: none,
  find: none,
  findByUid: none,
  findByUserCode: none,
  consume: none,
  destroy: none,
  revokeByGrantId: none,
};

/** The library's clients: our `oauth_apps`. */
class AppsAdapter implements Adapter {
  upsert = none;
  findByUid = none;
  findByUserCode = none;
  consume = none;
  destroy = none;
  revokeByGrantId = none;

  constructor(private readonly database: Queryable) {}

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const app = await findAppByClientId(this.database, clientId);
    return app ? toClient(app) : undefined;
  }
}

function toClient(app: OAuthApp): AdapterPayload {
  return {
    client_id: app.client_id,
    client_name: app.name,
    redirect_uris: app.redirect_uris,
    response_types: ['code'],
    grant_types: [
      'authorization_code',
      'refresh_token',
      ...(app.manages_users ? ['client_credentials'] : []),
    ],
    scope: app.scopes.join(' '),
    application_type: app.redirect_uris.some(isNative) ? 'native' : 'web',
    ...(app.secret_hash === null
      ? { token_endpoint_auth_method: 'none' }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          client_secret: app.secret_hash.toString('base64url'),
        }),
  };
}

function isNative(uri: string): boolean {
  const { protocol } = new URL(uri);
  return protocol === 'http:' || isOwnScheme(protocol);
}
