import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem, ReprocessTransactions } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toDocumentForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ReprocessBody } from './reprocessing.bodies';
import { Reprocessing } from './reprocessing.schema';
import { type ReprocessingQuery, REPROCESSINGS } from './reprocessings.store';

@ApiTags('Finance: Transactions')
@Controller('finance/reprocessings')
export class ReprocessingsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Map stored provider rows again',
    description:
      'Runs in the background with the current mapping, without calls to providers. The user’s edits and deletions ' +
      'stay. `GET /finance/reprocessings/{reprocessingId}` shows the progress.',
    scopes: ['transactions:write'],
    status: 201,
    answer: changed('Reprocessing started.', Reprocessing),
  })
  async start(@Granted() access: Access, @Body() body: ReprocessBody) {
    const choice = {
      connectionId: body.connection_id ?? null,
      financialAccountIds: body.financial_account_ids ?? null,
    };
    const options = { access, key: access.userId };
    const started = await this.commands
      .change(ReprocessTransactions, choice, options)
      .catch((error: unknown): never => {
        throw inBody(error);
      });
    return { message: 'Reprocessing started.', data: await this.find(access, started.id) };
  }

  @Get()
  @Endpoint({
    summary: 'List reprocessings',
    scopes: ['transactions:read'],
    query: REPROCESSINGS,
    answer: pageOf(Reprocessing),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: ReprocessingQuery, @RequestUrl() url: string) {
    const { rows, total } = await REPROCESSINGS.page(this.database, query, access);
    return paginated({
      data: rows.map((row) => toDocumentForm(Reprocessing, row)),
      total,
      page: query.page,
      url,
    });
  }

  @Get(':reprocessingId')
  @Endpoint({
    summary: 'Show how far a reprocessing is',
    scopes: ['transactions:read'],
    of: 'resource',
    answer: dataOf(Reprocessing),
  })
  async show(@Granted() access: Access, @Param('reprocessingId', PathIdPipe) reprocessingId: number) {
    return { data: await this.find(access, reprocessingId) };
  }

  private async find(access: Access, id: number) {
    return toDocumentForm(Reprocessing, await REPROCESSINGS.one(this.database, id, access));
  }
}

/** Reports an unknown connection as an error of a member, because the body names it. */
function inBody(error: unknown): unknown {
  if (!(error instanceof Problem) || error.detail.kind !== 'not_found') return error;
  return Problem.invalid({ connection_id: ['The selected connection_id is invalid.'] });
}
