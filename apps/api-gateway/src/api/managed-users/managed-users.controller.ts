import { Controller, Delete, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Asking, type AskingApp } from '../../identity/apps/app.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ErasureJobs } from '../../identity/erasure/erasure-jobs';
import { UserErasure } from '../user-erasures/user-erasure.schema';
import { ManagedUser } from './managed-user.schema';
import { MANAGED_USERS, type ManagedUserQuery } from './managed-users.store';

/** The users whom an app manages, for the app itself, which authenticates by its client id and secret. */
@ApiTags('Account: Apps')
@Controller('managed-users')
export class ManagedUsersController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ErasureJobs) private readonly erasures: ErasureJobs,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the users whom the app manages',
    scopes: 'app',
    query: MANAGED_USERS,
    answer: pageOf(ManagedUser),
  })
  async list(@Asking() { id }: AskingApp, @ParsedQuery() query: ManagedUserQuery, @RequestUrl() url: string) {
    const { rows, total } = await MANAGED_USERS.page(this.database, query, id);
    return paginated({
      data: rows.map((row) => toResourceForm(ManagedUser, row)),
      total,
      page: query.page,
      url,
    });
  }

  @Get(':managedUserId')
  @Endpoint({
    summary: 'Show a user whom the app manages',
    scopes: 'app',
    of: 'resource',
    answer: dataOf(ManagedUser),
  })
  async one(@Asking() { id }: AskingApp, @Param('managedUserId', PathIdPipe) userId: number) {
    return { data: toResourceForm(ManagedUser, await MANAGED_USERS.one(this.database, userId, id)) };
  }

  @Delete(':managedUserId')
  @Endpoint({
    summary: 'Delete a user whom the app manages, and everything that is kept of them',
    description:
      'As `DELETE /user` does: it begins at once, and no token of the user counts any more. `GET /user-erasures/{id}` shows its ' +
      'progress, without a token. It cannot be undone. A token that is made for the same `managed_user` later is of a new user.',
    scopes: 'app',
    of: 'resource',
    status: 202,
    answer: changed('The user is being deleted.', UserErasure),
  })
  async delete(@Asking() { id }: AskingApp, @Param('managedUserId', PathIdPipe) userId: number) {
    await MANAGED_USERS.one(this.database, userId, id);
    const data = await this.erasures.begin(userId, { administratorId: null });
    if (!data) throw Problem.notFound();
    return { message: 'The user is being deleted.', data };
  }
}
