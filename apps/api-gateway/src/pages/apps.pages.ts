import { Controller, Param, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { FastifyReply } from 'fastify';
import { AppSettings } from '../auth/oauth/app-settings';
import {
  changeApp,
  deleteApp,
  OAuthApp,
  readApp,
  readApps,
  registerApp,
  rotateAppSecret,
} from '../auth/oauth/apps';
import { grantHolds } from '../auth/oauth/grants';
import { SCOPES } from '../auth/scopes';
import { goTo } from './answers';
import { chosenScopes, scopeChoices } from './choices';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { fieldErrors, PageController } from './page-controller';
import { FormAt, PageAt } from './page-routes';
import { Page } from './pages';
import { ActingUser, type Actor, signedIn } from './session.guard';
import { idOf } from './tokens.pages';

/** Developers > Apps: register, show the secret once, change, rotate, delete. */
@Controller()
export class AppPages extends PageController {
  @PageAt('developers/apps')
  async list(@Res() reply: FastifyReply) {
    return this.showAll(reply);
  }

  @FormAt('developers/apps')
  async register(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @SentForm() form: Form) {
    const kind = {
      confidential: textOf(form, 'confidential') === 'yes',
      managesUsers: textOf(form, 'manages_users') === 'yes',
    };
    try {
      const wanted = { ...settingsOf(form), ...kind };
      const { id, secret } = await registerApp(this.database, actor, wanted, this.config.caps.apps);
      return await this.showOne(reply, id, { secret });
    } catch (error) {
      return this.showAll(reply, form, fieldErrors(error));
    }
  }

  @PageAt('developers/apps/:id')
  async app(@Res() reply: FastifyReply, @Param('id') id: string) {
    return this.showOne(reply, idOf(id));
  }

  @FormAt('developers/apps/:id')
  async change(
    @Res() reply: FastifyReply,
    @ActingUser() actor: Actor,
    @Param('id') idText: string,
    @SentForm() form: Form,
  ) {
    const id = idOf(idText);
    try {
      await changeApp(this.database, actor, id, settingsOf(form));
      return goTo(reply, `/developers/apps/${id}`);
    } catch (error) {
      return this.showOne(reply, id, { form, errors: fieldErrors(error) });
    }
  }

  @FormAt('developers/apps/:id/secret')
  async rotateSecret(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @Param('id') idText: string) {
    const id = idOf(idText);
    const secret = await rotateAppSecret(this.database, actor, id);
    return this.showOne(reply, id, { secret });
  }

  @FormAt('developers/apps/:id/delete')
  async delete(@Res() reply: FastifyReply, @ActingUser() actor: Actor, @Param('id') id: string) {
    await deleteApp(this.database, actor, idOf(id));
    return goTo(reply, '/developers/apps');
  }

  private async showAll(reply: FastifyReply, form: Form = {}, errors?: Page['errors']) {
    const { userId } = signedIn(reply.request);
    const rows = (await readApps(this.database, userId)).map(({ id, name, client_id: clientId }) => ({
      id,
      name,
      clientId,
    }));
    const scopes = scopeChoices(SCOPES, listOf(form, 'scopes'));
    const values = { rows, form: sentSettings(form), scopes };
    return this.show(reply, { title: 'Apps', template: 'apps', values, errors });
  }

  private async showOne(
    reply: FastifyReply,
    id: number,
    more: { secret?: string | null; form?: Form; errors?: Page['errors'] } = {},
  ) {
    const app = await readApp(this.database, signedIn(reply.request).userId, id);
    if (!app) throw Problem.notFound();
    const values = {
      app: await inWords(this.database, app),
      secret: more.secret,
      form: more.form ? sentSettings(more.form) : keptSettings(app),
      scopes: scopeChoices(SCOPES, more.form ? listOf(more.form, 'scopes') : app.scopes),
    };
    return this.show(reply, { title: app.name, template: 'app', values, errors: more.errors });
  }
}

function settingsOf(form: Form): AppSettings {
  return {
    name: textOf(form, 'name').trim(),
    homepage: textOf(form, 'homepage').trim() || null,
    redirectUris: textOf(form, 'redirect_uris').split(/\s+/).filter(Boolean),
    scopes: chosenScopes(form),
  };
}

function sentSettings(form: Form) {
  return {
    name: textOf(form, 'name'),
    homepage: textOf(form, 'homepage'),
    redirect_uris: textOf(form, 'redirect_uris'),
  };
}

function keptSettings({ name, homepage, redirect_uris }: OAuthApp) {
  return { name, homepage: homepage ?? '', redirect_uris: redirect_uris.join('\n') };
}

async function inWords(database: Queryable, app: OAuthApp) {
  const [counted] = await database.query<{ grants: number }>(
    `select count(distinct user_id) as grants from grants g where app_id = $1 and ${grantHolds('g')}`,
    [app.id],
  );
  const { grants } = counted ?? { grants: 0 };
  return {
    id: app.id,
    clientId: app.client_id,
    confidential: app.confidential,
    managesUsers: app.manages_users,
    grants: grants === 1 ? '1 user' : `${grants} users`,
  };
}
