import { Controller, Delete, Get, Inject, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database, Queryable } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { recentAccess } from '../../identity/access/recent-access';
import { Granted } from '../../identity/access/scopes.guard';
import { deleteApp } from '../../identity/apps/apps';
import { revokeGrant } from '../../identity/apps/grants';
import { AdministrationAct, recordAdministration } from '../../identity/audit/administration-acts';
import { findAppOwner } from '../../identity/authorizations/oauth-apps.store';
import { endAccesses } from '../../identity/tokens/end-accesses';
import { revokeToken } from '../../identity/tokens/issue-personal-token';
import { requireAdministrator } from '../../identity/users/administrators';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ALL_APPS, type AllAppsQuery } from '../apps/apps.store';
import { toGrant } from '../grants/grant.resource';
import { GrantOfApp } from '../grants/grant.schema';
import { type GrantQuery, GRANTS } from '../grants/grants.store';
import { toPersonalToken } from '../tokens/token.resource';
import { PersonalToken } from '../tokens/token.schema';
import { PERSONAL_TOKENS, type TokenQuery } from '../tokens/tokens.store';
import { AdministeredApp, RevokedAccesses } from './administered-user.schema';
import { ADMINISTERED_USERS } from './administered-users.store';

/** Access of programs to users' data, for administrators: tokens, grants to apps, and apps. */
@ApiTags('Administration')
@Controller('admin')
export class AdministeredAccessesController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get('users/:userId/tokens')
  @Endpoint({
    summary: 'List the personal access tokens of a user',
    scopes: 'administrator',
    of: 'resource',
    query: PERSONAL_TOKENS,
    answer: pageOf(PersonalToken),
  })
  async tokens(
    @Param('userId', PathIdPipe) userId: number,
    @ParsedQuery() query: TokenQuery,
    @RequestUrl() url: string,
  ) {
    await ADMINISTERED_USERS.one(this.database, userId);
    const { rows, total } = await PERSONAL_TOKENS.page(this.database, query, userId);
    const data = rows.map((row) => toPersonalToken(row));
    return paginated({ data, total, page: query.page, url });
  }

  @Get('users/:userId/grants')
  @Endpoint({
    summary: 'List what a user lets apps do',
    scopes: 'administrator',
    of: 'resource',
    query: GRANTS,
    answer: pageOf(GrantOfApp),
  })
  async grants(
    @Param('userId', PathIdPipe) userId: number,
    @ParsedQuery() query: GrantQuery,
    @RequestUrl() url: string,
  ) {
    await ADMINISTERED_USERS.one(this.database, userId);
    const { rows, total } = await GRANTS.page(this.database, query, userId);
    return paginated({ data: rows.map(toGrant), total, page: query.page, url });
  }

  @Post('users/:userId/revoke-accesses')
  @Endpoint({
    summary: 'Revoke all personal access tokens of a user, and all that they granted apps',
    scopes: 'administrator',
    of: 'resource',
    answer: changed('Accesses revoked.', RevokedAccesses),
  })
  async revokeAccesses(
    @Granted() access: Access,
    @Param('userId', PathIdPipe) userId: number,
    @Ip() address: string,
  ) {
    const ended = await this.database.transaction(async (tx) => {
      await requireAdministrator(tx, access.userId);
      await ADMINISTERED_USERS.one(tx, userId);
      const counts = await endAccesses(tx, userId, ['tokens', 'grants'], { details: by(access) });
      const result = `${counts.tokens} tokens, ${counts.grants} grants`;
      await this.record(tx, access, address, { act: 'ACCESSES_REVOKED', subject: `user ${userId}`, result });
      return counts;
    });
    recentAccess(this.database).forget();
    return { message: 'Accesses revoked.', data: toResourceForm(RevokedAccesses, ended) };
  }

  @Delete('tokens/:tokenId')
  @Endpoint({
    summary: 'Revoke a personal access token of any user',
    description: 'It does not count from the next request on, and is still listed.',
    scopes: 'administrator',
    of: 'resource',
    answer: done('Token revoked.'),
  })
  async revokeToken(
    @Granted() access: Access,
    @Param('tokenId', PathIdPipe) id: number,
    @Ip() address: string,
  ) {
    if (!(await revokeToken(this.database, id, { details: by(access) }))) throw Problem.notFound();
    await this.record(this.database, access, address, { act: 'TOKEN_REVOKED', subject: `token ${id}` });
    return { message: 'Token revoked.' };
  }

  @Delete('grants/:grantId')
  @Endpoint({
    summary: 'End what an app may do for any user',
    scopes: 'administrator',
    of: 'resource',
    answer: done('Grant revoked.'),
  })
  async revokeGrant(
    @Granted() access: Access,
    @Param('grantId', PathIdPipe) id: number,
    @Ip() address: string,
  ) {
    if (!(await revokeGrant(this.database, id, { details: by(access) }))) throw Problem.notFound();
    await this.record(this.database, access, address, { act: 'GRANT_REVOKED', subject: `grant ${id}` });
    return { message: 'Grant revoked.' };
  }

  @Get('apps')
  @Endpoint({
    summary: 'List the apps of all users',
    scopes: 'administrator',
    query: ALL_APPS,
    answer: pageOf(AdministeredApp),
  })
  async apps(@ParsedQuery() query: AllAppsQuery, @RequestUrl() url: string) {
    const { rows, total } = await ALL_APPS.page(this.database, query);
    const data = rows.map((row) => toResourceForm(AdministeredApp, row));
    return paginated({ data, total, page: query.page, url });
  }

  @Delete('apps/:appId')
  @Endpoint({
    summary: 'Delete an app of any user',
    description: 'With all that it was granted, and the users whom it manages.',
    scopes: 'administrator',
    of: 'resource',
    answer: done('App deleted.'),
  })
  async deleteApp(@Granted() access: Access, @Param('appId', PathIdPipe) id: number, @Ip() address: string) {
    const owner = await findAppOwner(this.database, id);
    if (owner === undefined) throw Problem.notFound();
    await deleteApp(this.database, { userId: owner, details: by(access) }, id);
    await this.record(this.database, access, address, { act: 'APP_DELETED', subject: `app ${id}` });
    return { message: 'App deleted.' };
  }

  private record(
    database: Queryable,
    { userId: administratorId }: Access,
    address: string,
    act: { readonly act: AdministrationAct; readonly subject: string; readonly result?: string },
  ): Promise<void> {
    return recordAdministration(database, { administratorId, address, ...act });
  }
}

/** Names the administrator in the audit trail of the user whom it concerns. */
function by({ userId }: Access) {
  return { by: 'administrator', administrator_id: userId };
}
