import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { paginated, parseListQuery, PathIdPipe, type RawQuery, scopesNeeded } from '@tributary/http';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import type { Access } from '../auth/access';
import { Granted, Scopes } from '../auth/scopes.guard';
import { publicRequestUrl, RequestUrl } from '../request-url';
import { ACCOUNT_ALONE, ACCOUNT_LIST } from './account-list';
import { AccountsService } from './accounts.service';

@Controller('finance/accounts')
export class AccountsController {
  constructor(
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Scopes('accounts:read')
  async list(@Granted() access: Access, @Query() raw: RawQuery, @RequestUrl() requestUrl: string) {
    const query = parseListQuery(ACCOUNT_LIST, raw);
    access.require(scopesNeeded(ACCOUNT_LIST, query));
    const { data, total } = await this.accounts.page(access, query, viewFor(access, query.includes));
    const url = publicRequestUrl(requestUrl, this.config.publicUrl);
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':accountId')
  @Scopes('accounts:read')
  async one(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @Query() raw: RawQuery,
  ) {
    const query = parseListQuery(ACCOUNT_ALONE, raw);
    access.require(scopesNeeded(ACCOUNT_ALONE, query));
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
