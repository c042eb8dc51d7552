import type { FastifyInstance } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { answerProblems, Problem } from '../problem';
import type { BudgetaState } from './budgeta.state';
import { HOUSEHOLD_LOGIN } from './oauth';

interface Authorize {
  Querystring: {
    client_id?: string;
    redirect_uri?: string;
    response_type?: string;
    state?: string;
    code_challenge?: string;
    code_challenge_method?: string;
    deny?: string;
    login?: string;
  };
}

/** BUDGETA's authorization server, under `/budgeta/oauth`. */
export function budgetaOAuthRoutes(app: FastifyInstance, state: BudgetaState, board: FaultBoard): void {
  answerProblems(app, (status) => new Problem(status, { error: 'server_error' }));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  installFaults(app, {
    target: 'budgeta-oauth',
    board,
    windows: state.retryWindows,
    retryKey: () => 'budgeta-oauth',
    errorBody: () => ({ error: 'server_error' }),
  });
  authorizePage(app, state);
  app.post('/token', async (request) => {
    const grant = state.oauth.tokens((request.body ?? {}) as Record<string, unknown>);
    return {
      access_token: grant.accessToken,
      token_type: 'bearer',
      expires_in: Math.round((grant.accessEndsAt - state.clock.now()) / 1000),
      refresh_token: grant.refreshToken,
    };
  });
}

/**
 * The page where the user grants access: opening it gives the consent, `?deny=1` refuses it. With `?login=…` it is
 * another user than the household's.
 */
function authorizePage(app: FastifyInstance, state: BudgetaState): void {
  app.get<Authorize>('/authorize', async ({ query }, reply) => {
    const { redirect_uri: redirectUri = '', state: handedBack } = query;
    const isAsked =
      state.oauth.knowsClient(query.client_id) && query.response_type === 'code' && URL.canParse(redirectUri);
    // Never redirect to an unregistered address.
    if (!isAsked) return reply.code(400).send({ error: 'invalid_request' });
    const url = new URL(redirectUri);
    if (handedBack !== undefined) url.searchParams.set('state', handedBack);
    if (query.deny !== undefined) url.searchParams.set('error', 'access_denied');
    else {
      const challenge = query.code_challenge ?? null;
      const login = query.login ?? HOUSEHOLD_LOGIN;
      url.searchParams.set('code', state.oauth.consent({ login, redirectUri, challenge }));
    }
    return reply.redirect(url.href);
  });
}
