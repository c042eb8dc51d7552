import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { PAUSABLE_KINDS, Problem } from '@tributary/contracts';
import { dataOf, done, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { idText } from '../../rest/wire-values';
import { Keeping } from './keeping';
import { readMadeByApps } from './made-by-apps.store';
import { MadeByApp } from './made-by-apps.schema';

/** Resources that apps and restricted tokens made. They pause with the access, and their owner may resume them. */
@ApiTags('Account: Apps')
@Controller('made-by-apps')
export class MadeByAppsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Keeping) private readonly keeping: Keeping,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List what apps and restricted tokens made, and what of it paused with them',
    description:
      'Links, feeds, rules, connections and webhook endpoints. Those of a `grant_id` pause when that app or token is ' +
      'revoked or expires. What is paused comes first; at most 1000 are listed.',
    scopes: 'owner',
    answer: dataOf(Type.Array(MadeByApp)),
  })
  async list(@Granted() access: Access) {
    const rows = await readMadeByApps(this.database, access.userId);
    return { data: rows.map((row) => ({ ...row, id: idText(row.id) })) };
  }

  @Post(':kind/:id/keep')
  @Endpoint({
    summary: 'Keep what paused',
    description: 'It becomes the owner’s own, resumes, and shows the same data as before.',
    scopes: 'owner',
    of: 'resource',
    answer: done('Kept.'),
  })
  async keep(@Granted() access: Access, @Param('kind') name: string, @Param('id', PathIdPipe) id: number) {
    const kind = PAUSABLE_KINDS.find((one) => one === name);
    if (kind === undefined) throw Problem.notFound();
    await this.keeping.keep(access.userId, kind, id);
    return { message: 'Kept.' };
  }
}
