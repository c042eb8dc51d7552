import { Body, Controller, Delete, Get, Inject, Ip, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database, Queryable } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { AppSettings } from '../../identity/apps/app-settings';
import { changeApp, deleteApp, registerApp, rotateAppSecret } from '../../identity/apps/apps';
import { Granted } from '../../identity/access/scopes.guard';
import { Claimed } from '../../rest/idempotency/idempotency.interceptor';
import type { Claim } from '../../rest/idempotency/kept-answers';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ChangeAppBody, RegisterAppBody } from './app.bodies';
import { toApp } from './app.resource';
import { RegisteredApp } from './app.schema';
import { type AppQuery, APPS } from './apps.store';

/** The apps that the user registered. */
@ApiTags('Account: Apps')
@Controller('apps')
export class AppsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the apps that the user registered',
    scopes: 'owner',
    query: APPS,
    answer: pageOf(RegisteredApp),
  })
  async list(@Granted() { userId }: Access, @ParsedQuery() query: AppQuery, @RequestUrl() url: string) {
    const { rows, total } = await APPS.page(this.database, query, userId);
    return paginated({ data: rows.map((row) => toApp(row)), total, page: query.page, url });
  }

  @Post()
  @Endpoint({
    summary: 'Register an app',
    description: 'Its secret, where it has one, is in this answer only.',
    scopes: 'owner',
    status: 201,
    answer: changed('App registered.', RegisteredApp),
  })
  async register(
    @Granted() { userId }: Access,
    @Body() body: RegisterAppBody,
    @Ip() address: string,
    @Claimed() claim: Claim | null,
  ) {
    const { confidential = true, manages_users: managesUsers = false } = body;
    const wanted = { ...settingsOf(body), confidential, managesUsers };
    return this.database.transaction(async (tx) => {
      const { id, secret } = await registerApp(tx, { userId, address }, wanted, this.config.caps.apps);
      const answer = { message: 'App registered.', data: await shown(tx, userId, id, secret) };
      await claim?.keep(tx, answer);
      return answer;
    });
  }

  @Get(':appId')
  @Endpoint({ summary: 'Show an app', scopes: 'owner', of: 'resource', answer: dataOf(RegisteredApp) })
  async one(@Granted() { userId }: Access, @Param('appId', PathIdPipe) id: number) {
    return { data: await shown(this.database, userId, id) };
  }

  @Put(':appId')
  @Endpoint({
    summary: 'Change an app',
    description: 'All its settings are sent. What users granted it stays as it is.',
    scopes: 'owner',
    of: 'resource',
    answer: changed('App changed.', RegisteredApp),
  })
  async change(
    @Granted() { userId }: Access,
    @Param('appId', PathIdPipe) id: number,
    @Body() body: ChangeAppBody,
    @Ip() address: string,
  ) {
    await changeApp(this.database, { userId, address }, id, settingsOf(body));
    return { message: 'App changed.', data: await shown(this.database, userId, id) };
  }

  @Post(':appId/rotate-secret')
  @Endpoint({
    summary: 'Give an app a new secret',
    description: 'It is in this answer only; the present one ends at once. 404 where the app has none.',
    scopes: 'owner',
    of: 'resource',
    answer: changed('Secret rotated.', RegisteredApp),
  })
  async rotate(@Granted() { userId }: Access, @Param('appId', PathIdPipe) id: number, @Ip() address: string) {
    const secret = await rotateAppSecret(this.database, { userId, address }, id);
    return { message: 'Secret rotated.', data: await shown(this.database, userId, id, secret) };
  }

  @Delete(':appId')
  @Endpoint({
    summary: 'Delete an app',
    description: 'What users granted it ends at once, and so do the users whom it manages.',
    scopes: 'owner',
    of: 'resource',
    answer: done('App deleted.'),
  })
  async delete(@Granted() { userId }: Access, @Param('appId', PathIdPipe) id: number, @Ip() address: string) {
    await deleteApp(this.database, { userId, address }, id);
    return { message: 'App deleted.' };
  }
}

/** @throws Problem (not_found) */
async function shown(database: Queryable, userId: number, id: number, secret: string | null = null) {
  return toApp(await APPS.one(database, id, userId), secret);
}

function settingsOf({
  name,
  homepage = null,
  redirect_uris: redirectUris,
  scopes,
}: ChangeAppBody): AppSettings {
  return { name: name.trim(), homepage, redirectUris, scopes };
}
