import type { FastifyInstance } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults, type FaultSetting } from '../faults/install-faults';
import { redirectTo } from '../server/http';
import { answerProblems, Problem } from '../server/problem';
import type { Company } from '../state/company';
import { HOUSEHOLD_LOGIN, type OAuthServer } from './oauth-server';

interface Authorize {
  Querystring: Readonly<Record<string, string | undefined>>;
}

/** The consent that an opened page gives; `isLasting`: with a refresh token. */
export interface Consent {
  readonly scope: string;
  readonly isLasting: boolean;
}

/**
 * The page where the user grants access: a user who opens it consents at once, or refuses with `?deny=1`. With `?login=…`
 * it is another user than the household's. `consentTo` gives null where the application opened the page wrongly.
 */
export function authorizePage(
  app: FastifyInstance,
  path: string,
  server: OAuthServer,
  consentTo: (query: Authorize['Querystring'], login: string) => Consent | null,
): void {
  app.get<Authorize>(path, async ({ query }, reply) => {
    const { redirect_uri: redirectUri = '', state: handedBack, login = HOUSEHOLD_LOGIN } = query;
    const isComplete =
      server.knowsClient(query['client_id']) &&
      query['response_type'] === 'code' &&
      URL.canParse(redirectUri);
    const consent = consentTo(query, login);
    // The address was not checked: a redirect to it could lead the person to a stranger's site.
    if (!isComplete || !consent) return reply.code(400).send({ error: 'invalid_request' });
    if (query['deny'] !== undefined) {
      return redirectTo(reply, redirectUri, { state: handedBack, error: 'access_denied' });
    }
    const challenge = query['code_challenge'] ?? null;
    const code = server.consent({ login, redirectUri, challenge, ...consent });
    return redirectTo(reply, redirectUri, { state: handedBack, code });
  });
}

/** Makes a server the authorization server of a company: its errors and its faults. */
export function beAuthorizationServer(
  app: FastifyInstance,
  board: FaultBoard,
  company: Company,
  setting: Omit<FaultSetting, 'errorBody'>,
): void {
  const errorBody = { error: 'server_error' };
  answerProblems(app, (status) => new Problem(status, errorBody));
  installFaults(app, board, company, { ...setting, errorBody: () => errorBody });
}
