import { Controller, Get, Inject, Query } from '@nestjs/common';
import { paginated, parseListQuery, queryFlag, type RawQuery, scopesNeeded } from '@tributary/http';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';
import type { Access } from '../auth/access';
import { Granted, Scopes } from '../auth/scopes.guard';
import { publicRequestUrl, RequestUrl } from '../request-url';
import { TRANSACTION_LIST } from './transaction-list';
import { TransactionsService } from './transactions.service';

@Controller('finance/transactions')
export class TransactionsController {
  constructor(
    @Inject(TransactionsService) private readonly transactions: TransactionsService,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  @Get()
  @Scopes('transactions:read')
  async list(@Granted() access: Access, @Query() raw: RawQuery, @RequestUrl() requestUrl: string) {
    const query = parseListQuery(TRANSACTION_LIST, raw);
    const options = {
      omitSensitiveIdentifiers: queryFlag(raw, 'omit_sensitive_identifiers'),
      withAvailableAccounts: queryFlag(raw, 'with_available_financial_accounts'),
      disableRules: queryFlag(raw, 'disable_rules'),
    };
    access.require(scopesNeeded(TRANSACTION_LIST, query));
    if (options.withAvailableAccounts) access.require(['accounts:read']);
    const { data, total, availableAccounts } = await this.transactions.page(access, query, options);
    const url = publicRequestUrl(requestUrl, this.config.publicUrl);
    const envelope = paginated({ data, total, page: query.page, url });
    if (availableAccounts === null) return envelope;
    return { ...envelope, meta: { ...envelope.meta, available_financial_accounts: availableAccounts } };
  }
}
