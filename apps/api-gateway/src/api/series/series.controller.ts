import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { FindSeries, Problem, SERIES_RHYTHMS, SERIES_STATUSES } from '@tributary/contracts';
import { dataOf, ErrorMessage, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm } from '../../rest/openapi/written';
import {
  CountText,
  CurrencyText,
  DateText,
  IdText,
  MoneyText,
  OrNull,
  TextOneOf,
} from '../../rest/openapi/wire.schema';
import { readAccounts } from '../accounts/accounts.store';

/** Payments that recur. */
export const Series = component(
  'Series',
  Type.Object({
    financial_account_id: IdText,
    name: Type.String({ description: 'Payee of the latest payment; empty if the bank gives none.' }),
    rhythm: TextOneOf(SERIES_RHYTHMS),
    status: Type.Unsafe<string>({
      ...TextOneOf(SERIES_STATUSES),
      description:
        '`PRICE_CHANGED`: the latest payment has another price. `MISSED`: the expected payment did not come yet. ' +
        '`ENDED`: nothing is expected any more.',
    }),
    currency: CurrencyText,
    last_amount: MoneyText,
    previous_amount: OrNull(MoneyText),
    first_date: DateText,
    last_date: DateText,
    expected_date: OrNull(DateText),
    expected_amount: OrNull(MoneyText),
    count: CountText,
    transaction_ids: Type.Array(IdText, { description: 'The latest payments, newest first: at most 24.' }),
  }),
);

const SeriesOfAccount = component(
  'SeriesOfAccount',
  Type.Object({
    series: Type.Array(Series),
    scanned: CountText,
    more: Type.Boolean({ description: 'Whether there are further transactions, which were stored earlier.' }),
  }),
);

@ApiTags('Finance: Accounts')
@Controller('finance/accounts/:accountId/series')
export class SeriesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Find recurring payments of an account',
    description:
      'Bills, subscriptions, salaries and standing orders among the 2,000 transactions that were stored last: how often they ' +
      'come, what they cost, when the next one is expected, and which did not come. Computed at each request.',
    scopes: ['accounts:read', 'transactions:read'],
    of: 'resource',
    conflict: ErrorMessage,
    answer: dataOf(SeriesOfAccount),
  })
  async find(@Granted() access: Access, @Param('accountId', PathIdPipe) accountId: number) {
    const [account] = await readAccounts(this.database, access, [accountId]);
    if (!account) throw Problem.notFound();
    const options = { access, key: accountId };
    const { series, ...found } = await this.commands.ask(
      FindSeries,
      { financialAccountId: accountId },
      options,
    );
    return {
      data: {
        ...toResourceForm(SeriesOfAccount, { ...found, series: [] }),
        series: series.map((one) => toResourceForm(Series, one)),
      },
    };
  }
}
