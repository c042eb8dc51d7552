import type { FastifyInstance } from 'fastify';
import { UnsecuredJWT } from 'jose';
import { authorizePage } from '../oauth/authorize-page';
import type { OAuthGrant } from '../oauth/oauth-server';
import { acceptForms } from '../server/http';
import { stableUuid } from '../state/stable-ids';
import { mailOf, type SheetsState } from './sheets.state';

type Form = Readonly<Record<string, string | undefined>>;

/** Google's page of consent at `/auth`, and its token endpoint at `/token`, of users and of the service account. */
export function tokenRoutes(app: FastifyInstance, state: SheetsState): void {
  acceptForms(app);
  authorizePage(app, '/auth', state.oauth, (query, login) => consentTo(state, query, login));
  app.post<{ Body: Form | null }>('/token', async ({ body }) => {
    state.requests.token += 1;
    return tokensFor(state, body ?? {});
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
    expires_in: state.oauth.expiresInS(grant),
    token_type: 'Bearer',
    scope: grant.scope,
    ...(grantType === 'authorization_code' ? first(grant) : {}),
  };
}

/** Members that the first tokens of a grant have alone. */
function first({ login, refreshToken, scope }: OAuthGrant): object {
  const includesUser = scope.split(' ').includes('openid');
  const claims = { email: mailOf(login), email_verified: true };
  const id_token = new UnsecuredJWT(claims).setSubject(stableUuid(`sheets/user/${login}`)).encode();
  return {
    ...(includesUser ? { id_token } : {}),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  };
}
