import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AppSettings,
  changeApp,
  deleteApp,
  OAuthApp,
  readApp,
  readApps,
  registerApp,
  rotateAppSecret,
} from '../auth/oauth/apps';
import { SCOPES } from '../auth/scopes';
import { chosenScopes, scopeChoices } from './choices';
import { Form, formOf, goTo, listOf, PagesContext, signedIn, textOf } from './pages-context';
import { Page, showPage } from './show-page';
import { idOf } from './tokens.pages';

type Named = { Params: { id: string } };

/** Developers > Apps: register, show the secret once, change, rotate, delete. */
export function appPages(scope: FastifyInstance, { database, config }: PagesContext): void {
  scope.get('/developers/apps', async (request, reply) => list(request, reply));

  scope.post('/developers/apps', async (request, reply) => {
    const owner = { userId: signedIn(request).userId, address: request.ip };
    const form = formOf(request);
    const kind = {
      confidential: textOf(form, 'confidential') === 'yes',
      managesUsers: textOf(form, 'manages_users') === 'yes',
    };
    return orWithErrors(
      async () => {
        const { id, secret } = await registerApp(
          database,
          owner,
          { ...settingsOf(form), ...kind },
          config.caps.apps,
        );
        return one(request, reply, id, { secret });
      },
      (errors) => list(request, reply, form, errors),
    );
  });

  scope.get<Named>('/developers/apps/:id', (request, reply) => one(request, reply, idOf(request.params.id)));

  scope.post<Named>('/developers/apps/:id', async (request, reply) => {
    const owner = { userId: signedIn(request).userId, address: request.ip };
    const id = idOf(request.params.id);
    const form = formOf(request);
    return orWithErrors(
      async () => {
        await changeApp(database, owner, id, settingsOf(form));
        return goTo(reply, `/developers/apps/${id}`);
      },
      (errors) => one(request, reply, id, { form, errors }),
    );
  });

  scope.post<Named>('/developers/apps/:id/secret', async (request, reply) => {
    const owner = { userId: signedIn(request).userId, address: request.ip };
    const id = idOf(request.params.id);
    const secret = await rotateAppSecret(database, owner, id);
    return one(request, reply, id, { secret });
  });

  scope.post<Named>('/developers/apps/:id/delete', async (request, reply) => {
    const owner = { userId: signedIn(request).userId, address: request.ip };
    await deleteApp(database, owner, idOf(request.params.id));
    return goTo(reply, '/developers/apps');
  });

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    form: Form = {},
    errors?: Page['errors'],
  ) {
    const { userId } = signedIn(request);
    const rows = (await readApps(database, userId)).map(({ id, name, client_id: clientId }) => ({
      id,
      name,
      clientId,
    }));
    const values = {
      rows,
      form: {
        name: textOf(form, 'name'),
        homepage: textOf(form, 'homepage'),
        redirect_uris: textOf(form, 'redirect_uris'),
      },
      scopes: scopeChoices(SCOPES, listOf(form, 'scopes')),
    };
    return showPage(request, reply, { title: 'Apps', template: 'apps', values, errors });
  }

  async function one(
    request: FastifyRequest,
    reply: FastifyReply,
    id: number,
    more: { secret?: string | null; form?: Form; errors?: Page['errors'] } = {},
  ) {
    const app = await readApp(database, signedIn(request).userId, id);
    if (!app) throw Problem.notFound();
    const values = {
      app: await inWords(database, app),
      secret: more.secret,
      form: more.form ? sentSettings(more.form) : keptSettings(app),
      scopes: scopeChoices(SCOPES, more.form ? listOf(more.form, 'scopes') : app.scopes),
    };
    return showPage(request, reply, { title: app.name, template: 'app', values, errors: more.errors });
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
