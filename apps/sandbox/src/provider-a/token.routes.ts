import type { FastifyInstance } from 'fastify';
import { LIFETIME_S } from './tokens';
import { fieldProblem, invalidToken, problem } from './problem';
import type { ProviderAState } from './provider-a.state';

/** `token/new/` and `token/refresh/`: the only calls without a bearer token. */
export function tokenRoutes(app: FastifyInstance, { secrets, tokens }: ProviderAState): void {
  const newAccess = () => ({ access: tokens.issue('access'), access_expires: LIFETIME_S.access });
  app.post('/token/new/', async ({ body }) => {
    const secretId = requiredText(body, 'secret_id');
    const secretKey = requiredText(body, 'secret_key');
    const isKnown = secrets.some((pair) => pair.secretId === secretId && pair.secretKey === secretKey);
    if (!isKnown) {
      throw problem(401, 'Authentication failed', 'No active account found with the given credentials');
    }
    return { ...newAccess(), refresh: tokens.issue('refresh'), refresh_expires: LIFETIME_S.refresh };
  });
  app.post('/token/refresh/', async ({ body }) => {
    if (!tokens.isValid('refresh', requiredText(body, 'refresh'))) throw invalidToken();
    return newAccess();
  });
}

function requiredText(body: unknown, field: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[field];
  if (typeof value !== 'string' || value === '') {
    throw fieldProblem(field, 'This field is required.', 'This field is required.');
  }
  return value;
}
