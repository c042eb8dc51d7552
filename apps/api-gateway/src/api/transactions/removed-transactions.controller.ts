import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { pageOf, paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { REMOVED_TRANSACTIONS, type RemovedTransactionQuery } from './removed-transactions.store';
import { RemovedTransaction } from './transaction.schema';

@ApiTags('Finance: Transactions')
@Controller('finance/removed-transactions')
export class RemovedTransactionsController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List transactions that were removed',
    description:
      'For clients that follow changes by `filter[updated_after]`: a transaction that was removed is in this list, and in ' +
      '`GET /finance/transactions` no longer. Transactions of a deleted account are in neither.',
    scopes: ['transactions:read'],
    query: REMOVED_TRANSACTIONS,
    answer: pageOf(RemovedTransaction),
  })
  async list(
    @Granted() access: Access,
    @ParsedQuery() query: RemovedTransactionQuery,
    @RequestUrl() url: string,
  ) {
    const { rows, total } = await REMOVED_TRANSACTIONS.page(this.database, query, access);
    const data = rows.map((row) => toResourceForm(RemovedTransaction, row));
    return paginated({ data, total, page: query.page, url });
  }
}
