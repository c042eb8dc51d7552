import type { FastifyInstance } from 'fastify';
import { TokenRefused } from './service-account';
import type { SheetsState } from './sheets.state';

/** `POST /token`: an assertion that the service account has signed, for an access token of an hour. */
export function tokenRoutes(app: FastifyInstance, state: SheetsState): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post<{ Body: { grant_type?: string; assertion?: string } | null }>('/token', async (request, reply) => {
    state.requests.token += 1;
    try {
      const { token, expiresInS } = await state.account.issue(
        request.body?.grant_type,
        request.body?.assertion,
      );
      return { access_token: token, expires_in: expiresInS, token_type: 'Bearer' };
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return reply.code(400).send({ error: error.error, error_description: error.message });
    }
  });
}
