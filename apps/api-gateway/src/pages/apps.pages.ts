import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database, Queryable } from '@tributary/persistence';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../api-gateway.config';
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
import { SCOPES } from '../auth/scopes';
import type { Session } from '../users/sessions';
import { goTo } from './answers';
import { chosenScopes, scopeChoices } from './choices';
import { SentForm } from './form.guard';
import { type Form, listOf, textOf } from './forms';
import { FormAt, PageAt } from './page-routes';
import { Page, Pages } from './pages';
import { SignedIn, signedIn } from './session.guard';
import { idOf } from './tokens.pages';

/** Developers > Apps: register, show the secret once, change, rotate, delete. */
@Controller()
export class AppPages {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
    @Inject(Pages) private readonly pages: Pages,
  ) {}

  @PageAt('developers/apps')
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.showAll(request, reply);
  }

  @FormAt('developers/apps')
  async register(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @SentForm() form: Form,
  ) {
    const kind = {
      confidential: textOf(form, 'confidential') === 'yes',
      managesUsers: textOf(form, 'manages_users') === 'yes',
    };
    const owner = { userId, address: request.ip };
    return orWithErrors(
      async () => {
        const wanted = { ...settingsOf(form), ...kind };
        const { id, secret } = await registerApp(this.database, owner, wanted, this.config.caps.apps);
        return this.showOne(request, reply, id, { secret });
      },
      (errors) => this.showAll(request, reply, form, errors),
    );
  }

  @PageAt('developers/apps/:id')
  async app(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string) {
    return this.showOne(request, reply, idOf(id));
  }

  @FormAt('developers/apps/:id')
  async change(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @Param('id') idText: string,
    @SentForm() form: Form,
  ) {
    const id = idOf(idText);
    return orWithErrors(
      async () => {
        await changeApp(this.database, { userId, address: request.ip }, id, settingsOf(form));
        return goTo(reply, `/developers/apps/${id}`);
      },
      (errors) => this.showOne(request, reply, id, { form, errors }),
    );
  }

  @FormAt('developers/apps/:id/secret')
  async rotateSecret(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @Param('id') idText: string,
  ) {
    const id = idOf(idText);
    const secret = await rotateAppSecret(this.database, { userId, address: request.ip }, id);
    return this.showOne(request, reply, id, { secret });
  }

  @FormAt('developers/apps/:id/delete')
  async delete(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @SignedIn() { userId }: Session,
    @Param('id') id: string,
  ) {
    await deleteApp(this.database, { userId, address: request.ip }, idOf(id));
    return goTo(reply, '/developers/apps');
  }

  private async showAll(
    request: FastifyRequest,
    reply: FastifyReply,
    form: Form = {},
    errors?: Page['errors'],
  ) {
    const { userId } = signedIn(request);
    const rows = (await readApps(this.database, userId)).map(({ id, name, client_id: clientId }) => ({
      id,
      name,
      clientId,
    }));
    const scopes = scopeChoices(SCOPES, listOf(form, 'scopes'));
    const values = { rows, form: sentSettings(form), scopes };
    return this.pages.show(request, reply, { title: 'Apps', template: 'apps', values, errors });
  }

  private async showOne(
    request: FastifyRequest,
    reply: FastifyReply,
    id: number,
    more: { secret?: string | null; form?: Form; errors?: Page['errors'] } = {},
  ) {
    const app = await readApp(this.database, signedIn(request).userId, id);
    if (!app) throw Problem.notFound();
    const values = {
      app: await inWords(this.database, app),
      secret: more.secret,
      form: more.form ? sentSettings(more.form) : keptSettings(app),
      scopes: scopeChoices(SCOPES, more.form ? listOf(more.form, 'scopes') : app.scopes),
    };
    return this.pages.show(request, reply, { title: app.name, template: 'app', values, errors: more.errors });
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
    'select count(distinct user_id) as grants from grants where app_id = $1 and revoked_at is null',
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

/** Does the work; where its input does not fit, shows the form again with what is wrong. */
async function orWithErrors(
  work: () => Promise<FastifyReply>,
  again: (errors: NonNullable<Page['errors']>) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.detail.kind !== 'invalid') throw error;
    return again(error.detail.errors);
  }
}
