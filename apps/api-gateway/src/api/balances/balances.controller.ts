import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem, RecordBalance } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { RecordBalanceBody } from '../accounts/account.bodies';
import { readAccounts } from '../accounts/accounts.store';
import { BalanceEntry, toBalance } from './balance.schema';
import { type BalanceQuery, BALANCES } from './balances.store';

@ApiTags('Finance: Accounts')
@Controller('finance/accounts/:accountId/balances')
export class BalancesController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Commands) private readonly commands: Commands,
  ) {}

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

  @Post()
  @Endpoint({
    summary: 'Record a balance of an account that is kept by hand',
    description:
      'What the account held at the end of a day; a second one of a day replaces it. 409 for other accounts: their ' +
      'institution says what they hold.',
    scopes: ['accounts:write'],
    of: 'resource',
    status: 201,
    answer: changed('Balance recorded.', BalanceEntry),
  })
  async record(
    @Granted() access: Access,
    @Param('accountId', PathIdPipe) accountId: number,
    @Body() { reference_date: referenceDate, amount }: RecordBalanceBody,
  ) {
    const payload = { financialAccountId: accountId, referenceDate, amount };
    const { snapshot } = await this.commands.change(RecordBalance, payload, { access, key: accountId });
    const balance = await BALANCES.one(this.database, snapshot.balances[0]?.id ?? 0, access, accountId);
    return { message: 'Balance recorded.', data: toBalance(balance) };
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
