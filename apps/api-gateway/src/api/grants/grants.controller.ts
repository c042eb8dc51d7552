import { Body, Controller, Delete, Get, Inject, Ip, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { changeGrant, revokeGrant } from '../../identity/apps/grants';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { requireOwnAccounts } from '../../identity/users/own-accounts';
import { toGrant } from './grant.resource';
import { requireChange } from '../../identity/users/require-change';
import { GrantOfApp } from './grant.schema';
import { type GrantQuery, GRANTS } from './grants.store';
import { ChangeGrantBody } from './grant.bodies';

/** The user's grants to apps. */
@ApiTags('Account: Apps')
@Controller('grants')
export class GrantsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List what the user lets apps do',
    scopes: 'owner',
    query: GRANTS,
    answer: pageOf(GrantOfApp),
  })
  async list(@Granted() { userId }: Access, @ParsedQuery() query: GrantQuery, @RequestUrl() url: string) {
    const { rows, total } = await GRANTS.page(this.database, query, userId);
    return paginated({ data: rows.map(toGrant), total, page: query.page, url });
  }

  @Get(':grantId')
  @Endpoint({
    summary: 'Show what the user lets an app do',
    scopes: 'owner',
    of: 'resource',
    answer: dataOf(GrantOfApp),
  })
  async one(@Granted() { userId }: Access, @Param('grantId', PathIdPipe) id: number) {
    return { data: toGrant(await GRANTS.one(this.database, id, userId)) };
  }

  @Put(':grantId')
  @Endpoint({
    summary: 'Rename or restrict what an app may do',
    description:
      'Members that are left out stay. Scopes and accounts can only be removed and the end can only be earlier; anything ' +
      'more is 422. The change applies from the next request of the app on; what the app made pauses if it needs more.',
    scopes: 'owner',
    of: 'resource',
    answer: changed('Grant changed.', GrantOfApp),
  })
  async change(
    @Granted() { userId }: Access,
    @Param('grantId', PathIdPipe) id: number,
    @Body() body: ChangeGrantBody,
    @Ip() address: string,
  ) {
    await GRANTS.one(this.database, id, userId);
    requireChange(body);
    const { name, scopes, financial_accounts: accountIds, expires_at: end } = body;
    const expiresAt = end === undefined ? undefined : new Date(end);
    await requireOwnAccounts(this.database, userId, accountIds ?? null);
    await changeGrant(this.database, { userId, address }, id, { name, scopes, accountIds, expiresAt });
    return { message: 'Grant changed.', data: toGrant(await GRANTS.one(this.database, id, userId)) };
  }

  @Delete(':grantId')
  @Endpoint({
    summary: 'End what an app may do',
    description:
      'Its tokens for this user do not count from the next request on, nor does its refresh token.',
    scopes: 'owner',
    of: 'resource',
    answer: done('Grant revoked.'),
  })
  async revoke(
    @Granted() { userId }: Access,
    @Param('grantId', PathIdPipe) id: number,
    @Ip() address: string,
  ) {
    if (!(await revokeGrant(this.database, id, { userId, address }))) throw Problem.notFound();
    return { message: 'Grant revoked.' };
  }
}
