import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { dataOf } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Endpoint } from '../../rest/openapi/endpoint';
import { readErasure } from '../../identity/erasure/erasure-status';
import { UserErasure } from './user-erasure.schema';

/** The progress of an erasure. Public: by then no token of the user works, and only the requester knows the id. */
@ApiTags('Account: User')
@Controller('user-erasures')
export class UserErasuresController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get(':erasureId')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    summary: 'Show how far an erasure is',
    description:
      'No token: tokens of the user have ended. The id comes from deleting the user, and is known for 30 days.',
    scopes: 'open',
    of: 'resource',
    answer: dataOf(UserErasure),
  })
  async one(@Param('erasureId') id: string) {
    const data = await readErasure(this.database, id);
    if (!data) throw Problem.notFound();
    return { data };
  }
}
