import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { readAccounts } from '../accounts/accounts.store';
import { Holding, toHolding } from './holding.schema';
import { type HoldingQuery, HOLDINGS } from './holdings.store';

@ApiTags('Finance: Accounts')
@Controller('finance/accounts/:accountId/holdings')
export class HoldingsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List what an investment account holds',
    scopes: ['accounts:read'],
    of: 'resource',
    query: HOLDINGS,
    answer: pageOf(Holding),
  })
  async list(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @ParsedQuery() query: HoldingQuery,
    @RequestUrl() url: string,
  ) {
    const [[account], { rows, total }] = await Promise.all([
      readAccounts(this.database, access, [accountId]),
      HOLDINGS.page(this.database, query, access, accountId),
    ]);
    if (!account) throw Problem.notFound();
    return paginated({ data: rows.map(toHolding), total, page: query.page, url });
  }
}
