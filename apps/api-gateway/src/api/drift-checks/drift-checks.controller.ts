import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CheckTransferLink, Problem } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm, toDocumentForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { DriftCheck, DriftDifference } from './drift-check.schema';
import { DRIFT_CHECKS, DRIFT_DIFFERENCES } from './drift-checks.store';
import type { DriftCheckQuery, DriftDifferenceQuery } from './drift-checks.store';
import { readTransferLinks } from '../included/transfer-links.store';

@ApiTags('Transfers: Transfer Links')
@Controller('transfer-links/:transferLinkId/drift-checks')
export class DriftChecksController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Hold what the destination has against what was sent there',
    description: 'In the background; one at a time for a link: where one is under way, that is the answer.',
    scopes: ['transfer-links:write', 'accounts:read', 'transactions:read'],
    of: 'resource',
    status: 201,
    answer: changed('Drift check started.', DriftCheck),
  })
  async start(@Granted() access: Access, @Param('transferLinkId', PathIdPipe) transferLinkId: number) {
    const options = { access, key: transferLinkId };
    const check = await this.commands.change(CheckTransferLink, { transferLinkId }, options);
    return { message: 'Drift check started.', data: await this.find(access, transferLinkId, check.id) };
  }

  @Get()
  @Endpoint({
    summary: 'List the drift checks of a transfer link',
    scopes: ['transfer-links:read'],
    query: DRIFT_CHECKS,
    of: 'resource',
    answer: pageOf(DriftCheck),
  })
  async list(
    @Granted() access: Access,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @ParsedQuery() query: DriftCheckQuery,
    @RequestUrl() url: string,
  ) {
    const links = await readTransferLinks(this.database, access, [transferLinkId]);
    if (!links.has(transferLinkId)) throw Problem.notFound();
    const { rows, total } = await DRIFT_CHECKS.page(this.database, query, access, transferLinkId);
    return paginated({
      data: rows.map((row) => toDocumentForm(DriftCheck, row)),
      total,
      page: query.page,
      url,
    });
  }

  @Get(':driftCheckId')
  @Endpoint({
    summary: 'Show a drift check',
    scopes: ['transfer-links:read'],
    of: 'resource',
    answer: dataOf(DriftCheck),
  })
  async show(
    @Granted() access: Access,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @Param('driftCheckId', PathIdPipe) driftCheckId: number,
  ) {
    return { data: await this.find(access, transferLinkId, driftCheckId) };
  }

  @Get(':driftCheckId/differences')
  @Endpoint({
    summary: 'List what a drift check found',
    description: 'At most 10,000; the counts in the check are of all.',
    scopes: ['transfer-links:read', 'transactions:read'],
    query: DRIFT_DIFFERENCES,
    of: 'resource',
    answer: pageOf(DriftDifference),
  })
  async differences(
    @Granted() access: Access,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @Param('driftCheckId', PathIdPipe) driftCheckId: number,
    @ParsedQuery() query: DriftDifferenceQuery,
    @RequestUrl() url: string,
  ) {
    await this.find(access, transferLinkId, driftCheckId);
    const { rows, total } = await DRIFT_DIFFERENCES.page(this.database, query, access, driftCheckId);
    return paginated({
      data: rows.map((row) => toResourceForm(DriftDifference, row)),
      total,
      page: query.page,
      url,
    });
  }

  private async find(access: Access, transferLinkId: number, driftCheckId: number) {
    const row = await DRIFT_CHECKS.one(this.database, driftCheckId, access, transferLinkId);
    return toDocumentForm(DriftCheck, row);
  }
}
