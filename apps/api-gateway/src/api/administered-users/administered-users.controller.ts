import { Body, Controller, Delete, Get, Inject, Ip, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, dataOf, ErrorMessage, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database, Queryable, Tx } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { AdministrationAct, recordAdministration } from '../../identity/audit/administration-acts';
import { recentAccess } from '../../identity/access/recent-access';
import { keepAdministrator, requireAdministrator } from '../../identity/users/administrators';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ErasureJobs } from '../../identity/erasure/erasure-jobs';
import { UserErasure } from '../user-erasures/user-erasure.schema';
import { hashPassword } from '../../identity/sign-in/passwords';
import { lockUser } from '../../identity/users/users.store';
import { requireChange } from '../../identity/users/require-change';
import { createAccount } from '../../identity/sign-up/sign-up';
import { AdministeredUser, NewPassword } from './administered-user.schema';
import { ChangeAdministeredUserBody, CreateAdministeredUserBody } from './administered-user.bodies';
import { ADMINISTERED_USERS, type AdministeredUserQuery } from './administered-users.store';
import {
  ChangedBy,
  changePlan,
  changeRole,
  disable,
  enable,
  replacePassword,
  requireFitForRole,
} from '../../identity/administration/changes';
import { generatedPassword } from '../../identity/administration/generated-password';

/** Users, for administrators. */
@ApiTags('Administration')
@Controller('admin/users')
export class AdministeredUsersController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ErasureJobs) private readonly erasures: ErasureJobs,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List all users',
    scopes: 'administrator',
    query: ADMINISTERED_USERS,
    answer: pageOf(AdministeredUser),
  })
  async list(@ParsedQuery() query: AdministeredUserQuery, @RequestUrl() url: string) {
    const { rows, total } = await ADMINISTERED_USERS.page(this.database, query);
    const data = rows.map((row) => toResourceForm(AdministeredUser, row));
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':userId')
  @Endpoint({
    summary: 'Show a user',
    scopes: 'administrator',
    of: 'resource',
    answer: dataOf(AdministeredUser),
  })
  async one(@Param('userId', PathIdPipe) userId: number) {
    return { data: await this.readUser(userId) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a user with a generated password',
    description: 'The answer is the only place where the password is shown.',
    scopes: 'administrator',
    status: 201,
    answer: changed('User created.', NewPassword),
  })
  async create(@Granted() access: Access, @Body() body: CreateAdministeredUserBody, @Ip() address: string) {
    const password = generatedPassword();
    const details = byAdministrator(access);
    const require = (tx: Tx) => requireAdministrator(tx, access.userId);
    const userId = await createAccount(this.database, { ...body, password, details, require });
    await this.record(this.database, { access, address }, 'USER_CREATED', userId);
    return { message: 'User created.', data: toResourceForm(NewPassword, { user_id: userId, password }) };
  }

  @Put(':userId')
  @Endpoint({
    summary: 'Change a user’s role or plan, disable or enable them',
    description:
      'What is left out stays. A disabled user cannot sign in, and their tokens, apps and feeds stop; syncs, transfers and ' +
      'webhooks continue. Administrators cannot take their own role or disable themselves, and the last administrator who can ' +
      'sign in keeps the role: 409.',
    scopes: 'administrator',
    of: 'resource',
    conflict: ErrorMessage,
    answer: changed('User changed.', AdministeredUser),
  })
  async change(
    @Granted() access: Access,
    @Param('userId', PathIdPipe) userId: number,
    @Body() body: ChangeAdministeredUserBody,
    @Ip() address: string,
  ) {
    requireChange(body);
    requireNotLockedOut(access, userId, body);
    await this.database.transaction(async (tx) => {
      const guard = { administratorId: access.userId };
      await keepAdministrator(tx, guard, () => changeUser(tx, userId, body, byAdministrator(access)));
      const result = Object.entries(body)
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]))
        .join(' ');
      await this.record(tx, { access, address }, 'USER_CHANGED', userId, result);
    });
    recentAccess(this.database).forget();
    return { message: 'User changed.', data: await this.readUser(userId) };
  }

  @Post(':userId/reset-password')
  @Endpoint({
    summary: 'Replace a user’s password by a generated one',
    description: 'It is shown only in this answer. The user is signed out in all browsers.',
    scopes: 'administrator',
    of: 'resource',
    answer: changed('Password replaced.', NewPassword),
  })
  async resetPassword(
    @Granted() access: Access,
    @Param('userId', PathIdPipe) userId: number,
    @Ip() address: string,
  ) {
    const password = generatedPassword();
    const passwordHash = await hashPassword(password);
    await this.database.transaction(async (tx) => {
      await requireAdministrator(tx, access.userId);
      const by = byAdministrator(access);
      if (!(await replacePassword(tx, userId, { passwordHash, ends: [], by }))) throw Problem.notFound();
      await this.record(tx, { access, address }, 'PASSWORD_RESET', userId);
    });
    recentAccess(this.database).forget();
    return {
      message: 'Password replaced.',
      data: toResourceForm(NewPassword, { user_id: userId, password }),
    };
  }

  @Delete(':userId')
  @Endpoint({
    summary: 'Delete a user and everything that is kept of them',
    description:
      'It begins immediately and cannot be undone. `GET /user-erasures/{id}` shows its progress. Administrators delete ' +
      'themselves with `DELETE /user`.',
    scopes: 'administrator',
    of: 'resource',
    status: 202,
    conflict: ErrorMessage,
    answer: changed('The user is being deleted.', UserErasure),
  })
  async delete(
    @Granted() access: Access,
    @Param('userId', PathIdPipe) userId: number,
    @Ip() address: string,
  ) {
    if (userId === access.userId) throw Problem.conflict('Delete your own account in the settings.');
    const data = await this.erasures.begin(userId, { administratorId: access.userId });
    if (!data) throw Problem.notFound();
    await this.record(this.database, { access, address }, 'USER_DELETED', userId);
    return { message: 'The user is being deleted.', data };
  }

  private async readUser(userId: number) {
    return toResourceForm(AdministeredUser, await ADMINISTERED_USERS.one(this.database, userId));
  }

  private record(
    database: Queryable,
    { access, address }: { readonly access: Access; readonly address: string },
    act: AdministrationAct,
    userId: number,
    result?: string,
  ): Promise<void> {
    const administratorId = access.userId;
    return recordAdministration(database, {
      administratorId,
      address,
      act,
      subject: `user ${userId}`,
      result,
    });
  }
}

/** Names the administrator in the audit trail of the user whom it concerns. */
function byAdministrator({ userId }: Access): ChangedBy {
  return { by: 'administrator', administrator_id: userId };
}

/** Prevents administrators from locking themselves out by mistake. `keepAdministrator` ensures that one remains. */
function requireNotLockedOut(
  access: Access,
  userId: number,
  { role, disabled }: ChangeAdministeredUserBody,
): void {
  if (userId !== access.userId) return;
  if (role === 'USER') throw Problem.conflict('Another administrator must take your role.');
  if (disabled === true) throw Problem.conflict('Another administrator must disable your account.');
}

async function changeUser(
  tx: Tx,
  userId: number,
  { role, plan, disabled }: ChangeAdministeredUserBody,
  by: ChangedBy,
): Promise<void> {
  if (!(await lockUser(tx, userId))) throw Problem.notFound();
  if (role === 'ADMIN') await requireFitForRole(tx, userId);
  if (role !== undefined) await changeRole(tx, userId, role, by);
  if (plan !== undefined) await changePlan(tx, userId, plan, by);
  if (disabled === true) await disable(tx, userId, by);
  if (disabled === false) await enable(tx, userId, by);
}
