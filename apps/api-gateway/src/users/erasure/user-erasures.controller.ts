import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { dataOf } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { Endpoint } from '../../openapi/endpoint';
import { readErasure } from './erasure-status';
import { UserErasure } from './user-erasure.schema';

/** How far an erasure is. Public: by then no token of the user counts, and the id is known to whoever asked for it. */
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
