import type { FastifyInstance } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { answerProblems, Problem } from '../server/problem';
import type { BudgetaState } from './budgeta.state';
import { authorizePage } from '../oauth/authorize-page';

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
    retryKey: () => `${state.household.retryKey}oauth`, // a token request names no user: it counts as the household's
    errorBody: () => ({ error: 'server_error' }),
  });
  authorizePage(app, '/authorize', state.oauth, () => ({ scope: '', isLasting: true }));
  app.post('/token', async (request) => {
    const form = (request.body ?? {}) as Record<string, unknown>;
    const client = { id: form['client_id'], secret: form['client_secret'] };
    const grant = state.oauth.tokens(form, client);
    return {
      access_token: grant.accessToken,
      token_type: 'bearer',
      expires_in: Math.round((grant.accessEndsAt - state.clock.now()) / 1000),
      refresh_token: grant.refreshToken,
    };
  });
}
