import type { FastifyInstance } from 'fastify';
import { ACCESS_EXPIRES_S, REFRESH_EXPIRES_S } from './tokens';
import { fieldProblem, invalidToken, problem } from './problem';
import type { ProviderAState } from './provider-a.state';

/** `token/new/` and `token/refresh/`: the only calls without a bearer token. */
export function tokenRoutes(app: FastifyInstance, state: ProviderAState): void {
  app.post('/token/new/', async (request) => {
    const secretId = requiredText(request.body, 'secret_id');
    const secretKey = requiredText(request.body, 'secret_key');
    const known = state.secrets.some((pair) => pair.secretId === secretId && pair.secretKey === secretKey);
    if (!known) {
      throw problem(401, 'Authentication failed', 'No active account found with the given credentials');
    }
    return {
      access: state.tokens.issue('access'),
      access_expires: ACCESS_EXPIRES_S,
      refresh: state.tokens.issue('refresh'),
      refresh_expires: REFRESH_EXPIRES_S,
    };
  });

  app.post('/token/refresh/', async (request) => {
    if (!state.tokens.isValid('refresh', requiredText(request.body, 'refresh'))) throw invalidToken();
    return { access: state.tokens.issue('access'), access_expires: ACCESS_EXPIRES_S };
  });
}

function requiredText(body: unknown, field: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[field];
  if (typeof value !== 'string' || value === '') {
    throw fieldProblem(field, 'This field is required.', 'This field is required.');
  }
  return value;
}
