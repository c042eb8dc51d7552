import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { pageOf, paginated } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { Asked, RequestUrl } from '../query/query.guard';
import { BUDGETA_CONNECTION_LIST } from './budgeta-connection-list';
import type { BudgetaConnectionQuery } from './budgeta-connections.reader';
import { BudgetaConnectionsService } from './budgeta-connections.service';
import { BudgetaConnection } from './budgeta.schema';

@ApiTags('Destinations: BUDGETA')
@Controller('destinations/budgeta/connections')
export class BudgetaConnectionsController {
  constructor(@Inject(BudgetaConnectionsService) private readonly connections: BudgetaConnectionsService) {}

  @Get()
  @Endpoint({
    summary: 'List connections to the budgeting app',
    description: 'Connections whose authorization was never completed are left out.',
    scopes: ['destinations:read'],
    query: BUDGETA_CONNECTION_LIST,
    answer: pageOf(BudgetaConnection),
  })
  async list(@Granted() access: Access, @Asked() query: BudgetaConnectionQuery, @RequestUrl() url: string) {
    const { data, total } = await this.connections.page(access, query);
    return paginated({ data, total, page: query.page, url });
  }
}
