import { generateKeyPairSync, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { ApiGatewayConfig } from '../../api-gateway.config';
import { SCOPES } from '../permissions/scopes';
import { newTokenText, TOKEN_PREFIXES, TokenPrefix, tokenHash } from '../codes/token-text';
import { adapters } from './adapters/adapters';
import { isRegistered } from '../apps/app-settings';
import { registerManagedGrantType } from './managed-grant-type';
import { interactionPolicy, Provider } from './oauth-library';
import { LIFETIMES_S } from './oauth-lifetimes';
import { ProviderParts } from './provider-parts';
import { answerRepeatedRefreshes } from './repeated-refresh';

/** The id by which the operator's own programs introspect tokens. */
export const OPERATOR_CLIENT = 'operator';

/** `oidc-provider` as a server of OAuth 2.0 only, with our tables and token format. */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, database, box, onFault } = parts;
  const provider = new Provider(issuer, configuration(parts));
  provider.proxy = true; // headers of a proxy are safe to trust, because `serve-oauth.ts` sets them
  inOurForm(provider.AccessToken as TokenModel, TOKEN_PREFIXES.oauthAccess);
  inOurForm(provider.RefreshToken as TokenModel, TOKEN_PREFIXES.oauthRefresh);
  withHashedSecrets(provider);
  registerManagedGrantType(provider, parts);
  provider.use(metadataOfOAuthAlone);
  provider.use(answerRepeatedRefreshes(database, box) as Parameters<typeof provider.use>[0]);
  provider.on('server_error', (_context: KoaContextWithOIDC, error: Error) => onFault(error));
  return provider;
}

function configuration({ database, config, errorPage }: ProviderParts): Configuration {
  const { accessToken, refreshToken, authorizationCode, interaction } = LIFETIMES_S;
  return {
    adapter: adapters({
      database,
      refreshGraceMs: config.refreshGraceMs,
      tokensOfGrantMax: config.caps.tokensOfGrant,
    }),
    clients: operatorClients(config),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes: [...SCOPES],
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId ? oidc.provider.Grant.find(grantId) : undefined;
    },
    findAccount: async (_context, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
    ttl: {
      AccessToken: accessToken,
      RefreshToken: refreshToken,
      AuthorizationCode: authorizationCode,
      Interaction: interaction,
      Session: interaction,
    },
    interactions: { policy: alwaysAsk(), url: (_context, { uid }) => `/oauth/consent/${uid}` },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => client.clientId === token.clientId,
      },
      introspection: {
        enabled: true,
        allowedPolicy: async (_context, client, token) =>
          client.clientId === OPERATOR_CLIENT ||
          (client.clientAuthMethod !== 'none' && client.clientId === token.clientId),
      },
    },
    cookies: {
      keys: [cookieKey(config.encryptionKey)],
      names: {
        session: 'tributary_authorization',
        interaction: 'tributary_consent',
        resume: 'tributary_consent_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    clientBasedCORS: (_context, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin),
    jwks: unusedKeys(),
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    renderError: (context, failure) => errorPage.render(context, failure),
  };
}

/** A policy that requires a consent for each authorization: earlier ones are other grants. */
function alwaysAsk(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const consent = policy.get('consent');
  if (!consent) throw new Error('the library has no consent prompt');
  consent.checks.clear();
  consent.checks.add(
    new interactionPolicy.Check(
      'consent_missing',
      'the user has to consent',
      'consent_required',
      ({ oidc }) => oidc.result?.consent === undefined,
    ),
  );
  return policy;
}

interface TokenModel {
  readonly prototype: { generateTokenId?: () => string };
}

/** The library calls `generateTokenId` for a token's text. The original runs too, because it adds other data to the token. */
function inOurForm(model: TokenModel, prefix: TokenPrefix): void {
  const original = model.prototype.generateTokenId;
  Object.defineProperty(model.prototype, 'generateTokenId', {
    value(this: object): string {
      original?.call(this);
      return newTokenText(prefix);
    },
  });
}

/** Compares secrets by their hashes, and requires registered redirects: the library would ignore more than the port. */
function withHashedSecrets(provider: Provider): void {
  Object.defineProperties(provider.Client.prototype, {
    compareClientSecret: {
      value(this: { clientSecret: string }, presented: string): boolean {
        return timingSafeEqual(tokenHash(presented), Buffer.from(this.clientSecret, 'base64url'));
      },
    },
    redirectUriAllowed: {
      value(this: { redirectUris: string[] }, uri: string): boolean {
        return isRegistered(uri, this.redirectUris);
      },
    },
  });
}

function operatorClients({ operatorSecret }: ApiGatewayConfig): Configuration['clients'] {
  if (operatorSecret === null) return [];
  return [
    {
      client_id: OPERATOR_CLIENT,
      client_secret: tokenHash(operatorSecret).toString('base64url'),
      redirect_uris: [],
      response_types: [],
      grant_types: [],
    },
  ];
}

/** The library requires keys for ID tokens, which are never issued. */
function unusedKeys(): NonNullable<Configuration['jwks']> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256' }] };
}

/**
 * Derives the key that signs cookies. Every gateway derives the same key, because a browser may return to another
 * gateway.
 */
function cookieKey(encryptionKey: string): string {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', 'oauth-cookies', 32)).toString('base64');
}

/** Members of RFC 8414 and RFC 9207. The library also lists members of OpenID Connect, which are omitted. */
const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
] as const;

/** Koa middleware: limits the discovery document to what exists here. */
async function metadataOfOAuthAlone(
  context: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  if (context.path !== '/.well-known/oauth-authorization-server' || context.status !== 200) return;
  const document = context.body as Readonly<Record<string, unknown>>;
  const scopes = (document['scopes_supported'] as string[]).filter((scope) => scope.includes(':'));
  context.body = {
    ...Object.fromEntries(MEMBERS.filter((name) => name in document).map((name) => [name, document[name]])),
    scopes_supported: scopes,
  };
}
