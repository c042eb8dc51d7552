import type { FastifyInstance } from 'fastify';
import { HOUSEHOLD_LOGIN, type OAuthServer } from './oauth-server';

interface Authorize {
  Querystring: Readonly<Record<string, string | undefined>>;
}

/** What the page was opened with; `isLasting`: a refresh token is to come of it. */
export interface Consent {
  readonly scope: string;
  readonly isLasting: boolean;
}

/**
 * The page where the user grants access: whoever opens it consents at once, or refuses with `?deny=1`. With `?login=…` it
 * is another user than the household's. `consentTo` gives null where the application asked for it wrongly.
 */
export function authorizePage(
  app: FastifyInstance,
  path: string,
  server: OAuthServer,
  consentTo: (query: Authorize['Querystring'], login: string) => Consent | null,
): void {
  app.get<Authorize>(path, async ({ query }, reply) => {
    const { redirect_uri: redirectUri = '', state: handedBack, login = HOUSEHOLD_LOGIN } = query;
    const isAsked =
      server.knowsClient(query['client_id']) &&
      query['response_type'] === 'code' &&
      URL.canParse(redirectUri);
    const consent = consentTo(query, login);
    // The address was not checked: a redirect to it could lead the person to a stranger's site.
    if (!isAsked || !consent) return reply.code(400).send({ error: 'invalid_request' });
    const url = new URL(redirectUri);
    if (handedBack !== undefined) url.searchParams.set('state', handedBack);
    if (query['deny'] !== undefined) url.searchParams.set('error', 'access_denied');
    else {
      const challenge = query['code_challenge'] ?? null;
      url.searchParams.set('code', server.consent({ login, redirectUri, challenge, ...consent }));
    }
    return reply.redirect(url.href);
  });
}
