import { Controller, Delete, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changed, dataOf, UnauthenticatedError } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { User } from '../auth/user.entity';
import { ErasureJobs } from './erasure/erasure-jobs';
import { UserErasure } from './erasure/user-erasure.schema';
import { Endpoint } from '../openapi/endpoint';
import { written } from '../openapi/written';
import { UserProfile } from './user.schema';

/** A token is believed for half a second: its user may have been deleted meanwhile, and then it is no token any more. */
@ApiTags('Account: User')
@Controller('user')
export class UserController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ErasureJobs) private readonly erasures: ErasureJobs,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Show the user whom the token belongs to',
    description: 'A user whom an app manages has no e-mail address: null.',
    scopes: ['profile:read'],
    answer: dataOf(UserProfile),
  })
  async show(@Granted() { userId }: Access) {
    const user = await this.database.dataSource.getRepository(User).findOneBy({ id: userId });
    if (!user) throw new UnauthenticatedError(true);
    const { createdAt: created_at, updatedAt: updated_at } = user;
    return { data: written(UserProfile, { ...user, created_at, updated_at }) };
  }

  @Delete()
  @Endpoint({
    summary: 'Delete the user and everything that is kept of them',
    description:
      'Begins at once: no token of the user counts any more, and nothing more is read or sent. `GET /user-erasures/{id}` ' +
      'shows its progress, without a token. It cannot be undone.',
    scopes: 'owner',
    status: 202,
    answer: changed('The user is being deleted.', UserErasure),
  })
  async delete(@Granted() { userId }: Access) {
    const data = await this.erasures.begin(userId);
    if (!data) throw new UnauthenticatedError(true);
    return { message: 'The user is being deleted.', data };
  }
}
