import type { KoaContextWithOIDC } from 'oidc-provider';

/** Members of RFC 8414 and RFC 9207; the library also lists what only OpenID Connect has. */
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
export async function metadataOfOAuthAlone(
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
