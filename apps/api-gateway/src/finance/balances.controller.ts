import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access, Granted } from '../identity';
import { Endpoint } from '../openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../query/query.guard';
import { readAccounts } from './accounts.reader';
import { BalanceEntry, toBalance } from './balance.schema';
import { type BalanceQuery, BALANCES } from './balances.reader';

@ApiTags('Finance: Accounts')
@Controller('finance/accounts/:accountId/balances')
export class BalancesController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get()
  @Endpoint({
    summary: 'List the balances of a financial account',
    scopes: ['accounts:read'],
    of: 'resource',
    query: BALANCES,
    answer: pageOf(BalanceEntry),
  })
  async list(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @ParsedQuery() query: BalanceQuery,
    @RequestUrl() url: string,
  ) {
    const [[account], { rows, total }] = await Promise.all([
      readAccounts(this.database, access, [accountId]),
      BALANCES.page(this.database, query, access, accountId),
    ]);
    if (!account) throw Problem.notFound();
    return paginated({ data: rows.map(toBalance), total, page: query.page, url });
  }

  @Get(':balanceId')
  @Endpoint({
    summary: 'Show a balance of a financial account',
    scopes: ['accounts:read'],
    of: 'resource',
    answer: dataOf(BalanceEntry),
  })
  async one(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @Param('balanceId', PathIdPipe) balanceId: number,
  ) {
    const [[account], balance] = await Promise.all([
      readAccounts(this.database, access, [accountId]),
      BALANCES.one(this.database, balanceId, access, accountId),
    ]);
    if (!account) throw Problem.notFound();
    return { data: toBalance(balance) };
  }
}
