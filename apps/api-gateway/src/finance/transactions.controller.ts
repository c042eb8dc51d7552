import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { pageOf, paginated } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Endpoint } from '../openapi/endpoint';
import { Asked, RequestUrl } from '../query/query.guard';
import { FinancialAccount } from './account.schema';
import { TRANSACTION_LIST } from './transaction-list';
import { Transaction } from './transaction.schema';
import type { TransactionQuery } from './transactions.reader';
import { TransactionsService } from './transactions.service';

@ApiTags('Finance: Transactions')
@Controller('finance/transactions')
export class TransactionsController {
  constructor(@Inject(TransactionsService) private readonly transactions: TransactionsService) {}

  @Get()
  @Endpoint({
    summary: 'List transactions',
    scopes: ['transactions:read'],
    query: TRANSACTION_LIST,
    answer: pageOf(Transaction, {
      available_financial_accounts: Type.Optional(Type.Array(FinancialAccount)),
    }),
  })
  async list(@Granted() access: Access, @Asked() query: TransactionQuery, @RequestUrl() url: string) {
    const { data, total, availableAccounts } = await this.transactions.page(access, query);
    const envelope = paginated({ data, total, page: query.page, url });
    if (availableAccounts === null) return envelope;
    return { ...envelope, meta: { ...envelope.meta, available_financial_accounts: availableAccounts } };
  }
}
