import { Controller, Inject, Req, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors as oauthErrors } from 'oidc-provider';
import { findAppByClientId, OAuthApp } from '../auth/oauth/apps';
import { createGrant } from '../auth/oauth/grants';
import { Authorization, OAuthServer } from '../auth/oauth/oauth-server';
import { SCOPES } from '../auth/scopes';
import { requireOwnAccounts } from '../users/own-accounts';
import type { Session } from '../users/sessions';
import { goTo } from './answers';
import { accountChoices, chosenAccounts, chosenScopes, scopeChoices } from './choices';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { contentSecurityPolicy } from './page-headers';
import { FormAt, PageAt } from './page-routes';
import { Page, Pages } from './pages';
import { SignedIn, signedIn } from './session.guard';

interface Asking {
  readonly app: OAuthApp;
  readonly authorization: Authorization;
}

/** Where a user lets an app in: with which scopes, for which accounts. */
@Controller()
export class ConsentPages {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OAuthServer) private readonly oauth: OAuthServer,
    @Inject(Pages) private readonly pages: Pages,
  ) {}

  @PageAt('oauth/consent/:uid')
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    signedIn(request);
    const asking = await this.askingOf(request, reply);
    return this.show(request, reply, asking, { scopes: [...asking.authorization.scopes] });
  }

  @FormAt('oauth/consent/:uid')
  async decide(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @SentForm() form: Form,
  ) {
    const asking = await this.askingOf(request, reply);
    if (textOf(form, 'decision') !== 'allow') {
      const refused = { error: 'access_denied', error_description: 'the user refused' };
      return goTo(reply, await this.oauth.decide(request, reply, refused));
    }
    try {
      const grantId = await this.grant(request, asking, form);
      const login = { accountId: String(userId), remember: false };
      return goTo(reply, await this.oauth.decide(request, reply, { login, consent: { grantId } }));
    } catch (error) {
      if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
      return this.show(request, reply, asking, form, error.detail.errors);
    }
  }

  private async askingOf(request: FastifyRequest, reply: FastifyReply): Promise<Asking> {
    const authorization = await this.oauth.authorizationOf(request, reply).catch((error: unknown) => {
      if (error instanceof oauthErrors.SessionNotFound) throw Problem.notFound();
      throw error;
    });
    const app = await findAppByClientId(this.database, authorization.clientId);
    if (!app) throw Problem.notFound();
    return { app, authorization };
  }

  /** @throws Problem (invalid) */
  private async grant(request: FastifyRequest, { app, authorization }: Asking, form: Form): Promise<string> {
    const { userId } = signedIn(request);
    const scopes = chosenScopes(form).filter((one) => authorization.scopes.includes(one));
    if (scopes.length === 0) throw Problem.invalid({ scopes: ['Choose at least one scope, or refuse.'] });
    const accountIds = chosenAccounts(form);
    await requireOwnAccounts(this.database, userId, accountIds);
    const wanted = { userId, appId: app.id, scopes, accountIds, address: request.ip };
    return String(await this.database.transaction((tx) => createGrant(tx, wanted)));
  }

  private async show(
    request: FastifyRequest,
    reply: FastifyReply,
    { app, authorization }: Asking,
    form: Form,
    errors?: Page['errors'],
  ) {
    const { userId } = signedIn(request);
    const target = formTarget(authorization.redirectUri);
    void reply.header('content-security-policy', contentSecurityPolicy(target));
    const offered = SCOPES.filter((one) => authorization.scopes.includes(one));
    const chosen = listOf(form, 'financial_accounts').map(Number);
    const values = {
      app: { name: app.name, homepage: app.homepage, returnsTo: target },
      scopes: scopeChoices(offered, listOf(form, 'scopes')),
      accounts: await accountChoices(this.database, userId, chosen),
      form: { accounts: textOf(form, 'accounts') },
    };
    return this.pages.show(request, reply, {
      title: `Let ${app.name} in?`,
      template: 'consent',
      values,
      errors,
    });
  }
}

/** The origin of the redirect, or the app's own scheme. */
function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
