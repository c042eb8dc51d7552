import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { dataOf, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { Asked, RequestUrl } from '../query/query.guard';
import { ACCOUNT_ALONE, ACCOUNT_LIST } from './account-list';
import { FinancialAccount } from './account.schema';
import type { AccountQuery } from './accounts.reader';
import { AccountsService } from './accounts.service';

@ApiTags('Finance: Accounts')
@Controller('finance/accounts')
export class AccountsController {
  constructor(@Inject(AccountsService) private readonly accounts: AccountsService) {}

  @Get()
  @Endpoint({
    summary: 'List financial accounts',
    scopes: ['accounts:read'],
    query: ACCOUNT_LIST,
    answer: pageOf(FinancialAccount),
  })
  async list(@Granted() access: Access, @Asked() query: AccountQuery, @RequestUrl() url: string) {
    const { data, total } = await this.accounts.page(access, query, viewFor(access, query.includes));
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':accountId')
  @Endpoint({
    summary: 'Show a financial account',
    scopes: ['accounts:read'],
    of: 'resource',
    query: ACCOUNT_ALONE,
    answer: dataOf(FinancialAccount),
  })
  async one(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @Asked() query: ResourceQuery<typeof ACCOUNT_ALONE>,
  ) {
    return { data: await this.accounts.one(access, accountId, viewFor(access, query.includes)) };
  }
}

function viewFor(access: Access, includes: ReadonlySet<string>) {
  return {
    identifiers: access.seesIdentifiers,
    connection: includes.has('financial_connection'),
    institution: includes.has('financial_connection.institution'),
    relations: true,
  };
}
