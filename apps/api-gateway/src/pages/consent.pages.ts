import { Problem } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors as oauthErrors } from 'oidc-provider';
import { findAppByClientId, OAuthApp } from '../auth/oauth/apps';
import { createGrant } from '../auth/oauth/grants';
import { Authorization } from '../auth/oauth/oauth-server';
import { SCOPES } from '../auth/scopes';
import { requireOwnAccounts } from '../users/own-accounts';
import { accountChoices, chosenAccounts, chosenScopes, scopeChoices } from './choices';
import { contentSecurityPolicy } from './page-headers';
import { Form, formOf, goTo, listOf, PagesContext, signedIn, textOf } from './pages-context';
import { Page, showPage } from './show-page';

interface Asking {
  readonly app: OAuthApp;
  readonly authorization: Authorization;
}

/** Where a user lets an app in: with which scopes, for which accounts. */
export function consentPages(scope: FastifyInstance, { database, oauth }: PagesContext): void {
  scope.get('/oauth/consent/:uid', async (request, reply) => {
    signedIn(request);
    const asking = await askingOf(request, reply);
    return show(request, reply, asking, { scopes: [...asking.authorization.scopes] });
  });

  scope.post('/oauth/consent/:uid', async (request, reply) => {
    signedIn(request);
    const asking = await askingOf(request, reply);
    const form = formOf(request);
    if (textOf(form, 'decision') !== 'allow') {
      const refused = { error: 'access_denied', error_description: 'the user refused' };
      return goTo(reply, await oauth.decide(request, reply, refused));
    }
    try {
      const grantId = await grant(request, asking, form);
      const login = { accountId: String(signedIn(request).userId), remember: false };
      return goTo(reply, await oauth.decide(request, reply, { login, consent: { grantId } }));
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return show(request, reply, asking, form, error.detail.errors);
    }
  });

  async function askingOf(request: FastifyRequest, reply: FastifyReply): Promise<Asking> {
    const authorization = await oauth.authorizationOf(request, reply).catch((error: unknown) => {
      if (error instanceof oauthErrors.SessionNotFound) throw Problem.notFound();
      throw error;
    });
    const app = await findAppByClientId(database, authorization.clientId);
    if (!app) throw Problem.notFound();
    return { app, authorization };
  }

  /** @throws Problem (invalid) */
  async function grant(request: FastifyRequest, { app, authorization }: Asking, form: Form): Promise<string> {
    const { userId } = signedIn(request);
    const scopes = chosenScopes(form).filter((one) => authorization.scopes.includes(one));
    if (scopes.length === 0) throw Problem.invalid({ scopes: ['Choose at least one scope, or refuse.'] });
    const accountIds = chosenAccounts(form);
    await requireOwnAccounts(database, userId, accountIds);
    const wanted = { userId, appId: app.id, scopes, accountIds, address: request.ip };
    return String(await database.transaction((tx) => createGrant(tx, wanted)));
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { app, authorization }: Asking,
    form: Form,
    errors?: Page['errors'],
  ) {
    const { userId } = signedIn(request);
    const { redirectUri } = authorization;
    const target = formTarget(redirectUri);
    void reply.header('content-security-policy', contentSecurityPolicy(target));
    const offered = SCOPES.filter((one) => authorization.scopes.includes(one));
    const chosen = listOf(form, 'financial_accounts').map(Number);
    const values = {
      app: { name: app.name, homepage: app.homepage, returnsTo: target },
      scopes: scopeChoices(offered, listOf(form, 'scopes')),
      accounts: await accountChoices(database, userId, chosen),
      form: { accounts: textOf(form, 'accounts') },
    };
    return showPage(request, reply, { title: `Let ${app.name} in?`, template: 'consent', values, errors });
  }
}

/** The origin of the redirect, or the app's own scheme. */
function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
