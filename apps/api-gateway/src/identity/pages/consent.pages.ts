import { Controller, Inject, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { findAppByClientId, OAuthApp } from '../authorizations/oauth-apps.store';
import { createGrant } from '../apps/grants';
import { Authorization, OAuthServer } from '../oauth/oauth-server';
import { SCOPES } from '../permissions/scopes';
import { requireOwnAccounts } from '../users/own-accounts';
import { goTo } from './rendering/answers';
import { accountChoices, chosenAccounts, chosenScopes, scopeChoices } from './choices';
import { SentForm } from './rendering/form.guard';
import { type Form, listOf, textOf } from './rendering/forms';
import { contentSecurityPolicy } from './rendering/page-headers';
import { fieldErrors, PageController } from './rendering/page-controller';
import { FormAt, PageAt } from './rendering/page-routes';
import { Page } from './rendering/pages';
import { ActingUser, type Actor, signedIn } from './rendering/session.guard';

interface Asking {
  readonly app: OAuthApp;
  readonly authorization: Authorization;
}

/** The form names every account that is ticked: more than a thousand of them. */
const CHOSEN_ACCOUNTS_BYTES_MAX = 64 * 1024;

/** The page where a user authorizes an app, and chooses its scopes and accounts. */
@Controller()
export class ConsentPages extends PageController {
  @Inject(OAuthServer) private readonly oauth!: OAuthServer;

  @PageAt('oauth/consent/:uid')
  async ask(@Res() reply: FastifyReply) {
    signedIn(reply.request);
    const asking = await this.askingOf(reply);
    return this.showConsent(reply, asking, { scopes: [...asking.authorization.scopes] });
  }

  @FormAt('oauth/consent/:uid', CHOSEN_ACCOUNTS_BYTES_MAX)
  async decide(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @SentForm() form: Form) {
    const asking = await this.askingOf(reply);
    if (textOf(form, 'decision') !== 'allow') {
      const refused = { error: 'access_denied', error_description: 'the user refused' };
      return goTo(reply, await this.oauth.decide(reply.request, reply, refused));
    }
    try {
      const grantId = await this.grant(actor, asking, form);
      const login = { accountId: String(actor.userId), remember: false };
      return goTo(reply, await this.oauth.decide(reply.request, reply, { login, consent: { grantId } }));
    } catch (error) {
      return this.showConsent(reply, asking, form, fieldErrors(error));
    }
  }

  private async askingOf(reply: FastifyReply): Promise<Asking> {
    const authorization = await this.oauth.authorizationOf(reply.request, reply);
    if (!authorization) throw Problem.notFound();
    const app = await findAppByClientId(this.database, authorization.clientId);
    if (!app) throw Problem.notFound();
    return { app, authorization };
  }

  /** @throws Problem (invalid) */
  private async grant(actor: Actor, { app, authorization }: Asking, form: Form): Promise<string> {
    const scopes = chosenScopes(form).filter((one) => authorization.scopes.includes(one));
    if (scopes.length === 0) throw Problem.invalid({ scopes: ['Choose at least one scope, or refuse.'] });
    const accountIds = chosenAccounts(form);
    await requireOwnAccounts(this.database, actor.userId, accountIds);
    const wanted = { ...actor, appId: app.id, scopes, accountIds };
    return String(await this.database.transaction((tx) => createGrant(tx, wanted)));
  }

  private async showConsent(
    reply: FastifyReply,
    { app, authorization }: Asking,
    form: Form,
    errors?: Page['errors'],
  ) {
    const { userId } = signedIn(reply.request);
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
    return this.show(reply, {
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
