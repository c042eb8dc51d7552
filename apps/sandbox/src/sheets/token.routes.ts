import type { FastifyInstance } from 'fastify';
import { UnsecuredJWT } from 'jose';
import { authorizePage } from '../oauth/authorize-page';
import type { OAuthGrant } from '../oauth/oauth-server';
import { stableUuid } from '../state/stable-ids';
import { TokenRefused } from './service-account';
import { mailOf, type SheetsState } from './sheets.state';

type Form = Readonly<Record<string, string | undefined>>;

/** Google's page of consent at `/auth`, and its token endpoint at `/token`, of users and of the service account. */
export function tokenRoutes(app: FastifyInstance, state: SheetsState): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  authorizePage(app, '/auth', state.oauth, (query, login) => consentTo(state, query, login));
  app.post<{ Body: Form | null }>('/token', async (request, reply) => {
    state.requests.token += 1;
    const form = request.body ?? {};
    try {
      return await tokensFor(state, form);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return reply.code(400).send({ error: error.error, error_description: error.message });
    }
  });
}

/**
 * A refresh token comes of consent alone: without `prompt=consent` a user who consented before is sent on at once, and the
 * application gets none. With `without=…` the user leaves a scope out.
 */
function consentTo(state: SheetsState, query: Form, login: string) {
  const { scope = '', without } = query;
  const scopes = scope.split(' ').filter((one) => without === undefined || !one.endsWith(`/${without}`));
  const isShown = query['prompt'] === 'consent' || !state.oauth.hasGranted(login);
  return { scope: scopes.join(' '), isLasting: query['access_type'] === 'offline' && isShown };
}

async function tokensFor(state: SheetsState, form: Form): Promise<object> {
  const { grant_type: grantType, assertion } = form;
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    const { token, expiresInS } = await state.account.issue(grantType, assertion);
    return { access_token: token, expires_in: expiresInS, token_type: 'Bearer' };
  }
  const grant = state.oauth.tokens(form, { id: form['client_id'], secret: form['client_secret'] });
  return {
    access_token: grant.accessToken,
    expires_in: Math.round((grant.accessEndsAt - state.now()) / 1000),
    token_type: 'Bearer',
    scope: grant.scope,
    ...(grantType === 'authorization_code' ? first(grant) : {}),
  };
}

/** What comes with the first tokens of a grant alone. */
function first({ login, refreshToken, scope }: OAuthGrant): object {
  const asksWho = scope.split(' ').includes('openid');
  const claims = { email: mailOf(login), email_verified: true };
  const id_token = new UnsecuredJWT(claims).setSubject(stableUuid(`sheets/user/${login}`)).encode();
  return {
    ...(asksWho ? { id_token } : {}),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  };
}
