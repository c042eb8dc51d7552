import type { FastifyInstance } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { authorizePage } from '../oauth/authorize-page';
import { answerProblems, Problem } from '../server/problem';
import { stableUuid } from '../state/stable-ids';
import { botIdOf, type WorkspaceState } from './workspace.state';

/**
 * Notion's authorization server, under `/workspace/v1/oauth`: it knows no PKCE, takes the application's name and secret by
 * HTTP Basic alone, and gives another refresh token with each access token.
 */
export function workspaceOAuthRoutes(app: FastifyInstance, state: WorkspaceState, board: FaultBoard): void {
  answerProblems(app, (status) => new Problem(status, { error: 'server_error' }));
  installFaults(app, {
    target: 'workspace-oauth',
    board,
    windows: state.retryWindows,
    retryKey: () => 'workspace-oauth',
    errorBody: () => ({ error: 'server_error' }),
  });
  authorizePage(app, '/authorize', state.oauth, ({ owner }) =>
    owner === 'user' ? { scope: '', isLasting: true } : null,
  );
  app.post('/token', async (request) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const grant = state.oauth.tokens(body, clientIn(request.headers.authorization));
    return {
      access_token: grant.accessToken,
      token_type: 'bearer',
      refresh_token: grant.refreshToken,
      bot_id: botIdOf(grant.login),
      workspace_id: state.workspaceId,
      workspace_name: 'Household',
      workspace_icon: null,
      owner: { type: 'user', user: { object: 'user', id: stableUuid(`workspace/person/${grant.login}`) } },
      duplicated_template_id: null,
      request_id: 'sandbox',
    };
  });
}

function clientIn(header = ''): { id: string; secret: string } {
  const text = Buffer.from(/^Basic (.+)$/.exec(header)?.[1] ?? '', 'base64').toString();
  const [id = '', secret = ''] = text.split(':');
  return { id, secret };
}
