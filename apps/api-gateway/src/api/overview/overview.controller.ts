import { Type } from '@sinclair/typebox';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { dataOf, Filter } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery } from '../../rest/lists/query.guard';
import { idText } from '../../rest/wire-values';
import { readBalanceHistory, readNetWorth } from './balances.store';
import { readCashFlow, readCounterparties } from './flows.store';
import { BALANCE_QUERY, type BalanceQuery, FLOW_QUERY, type FlowQuery } from './overview.queries';
import { BalanceHistory, CashFlow, Counterparties, NetWorth } from './overview.schema';
import { COUNTERPARTY_YEARS_MAX, Interval, periodOf, pointsOf, today, YEARS_MAX } from './period';

const COUNTED =
  'What an account held at the end of a day is the last balance that its institution reported until then, and what was booked since.';
const WITHOUT_OWN = 'Confirmed transfers between own accounts and pending transactions do not count.';
const DEFAULT_DAYS: Readonly<Record<Interval, number>> = { MONTH: 365, DAY: 90 };

/** Figures over the accounts that the token was granted, by currency: amounts of different currencies are never added. */
@ApiTags('Finance: Overview')
@Controller('finance/overview')
export class OverviewController {
  constructor(@Inject(Database) private readonly database: Database) {}

  @Get('net-worth')
  @Endpoint({
    summary: 'Show what all accounts held together over time',
    description: `By currency. ${COUNTED} An account counts from the first day that is known of it.`,
    scopes: ['accounts:read', 'transactions:read'],
    query: BALANCE_QUERY,
    answer: dataOf(Type.Array(NetWorth)),
  })
  async netWorth(@Granted() access: Access, @ParsedQuery() query: BalanceQuery) {
    return { data: await readNetWorth(this.database, access, query, daysOf(query)) };
  }

  @Get('balances')
  @Endpoint({
    summary: 'Show what accounts held over time',
    description: `For charts of one account or many, at most 200. ${COUNTED}`,
    scopes: ['accounts:read', 'transactions:read'],
    query: BALANCE_QUERY,
    answer: dataOf(Type.Array(BalanceHistory)),
  })
  async balances(@Granted() access: Access, @ParsedQuery() query: BalanceQuery) {
    const rows = await readBalanceHistory(this.database, access, query, daysOf(query));
    const data = rows.map(({ account_id: id, ...history }) => ({
      financial_account_id: idText(id),
      ...history,
    }));
    return { data };
  }

  @Get('cash-flow')
  @Endpoint({
    summary: 'Show money in and out by month',
    description: `By currency, for at most ${YEARS_MAX.MONTH} years, by default one. ${WITHOUT_OWN}`,
    scopes: ['transactions:read'],
    query: FLOW_QUERY,
    answer: dataOf(Type.Array(CashFlow)),
  })
  async cashFlow(@Granted() access: Access, @ParsedQuery() query: FlowQuery) {
    const period = periodOf(query.filters, { yearsMax: YEARS_MAX.MONTH, defaultDays: 365, today: today() });
    return { data: await readCashFlow(this.database, access, query, period) };
  }

  @Get('counterparties')
  @Endpoint({
    summary: 'Show the counterparties with whom most money moved',
    description: `Ten of each currency, in a period of at most a year, by default the last 90 days. ${WITHOUT_OWN}`,
    scopes: ['transactions:read'],
    query: FLOW_QUERY,
    answer: dataOf(Type.Array(Counterparties)),
  })
  async counterparties(@Granted() access: Access, @ParsedQuery() query: FlowQuery) {
    const period = periodOf(query.filters, {
      yearsMax: COUNTERPARTY_YEARS_MAX,
      defaultDays: 90,
      today: today(),
    });
    return { data: await readCounterparties(this.database, access, query, period) };
  }
}

function daysOf({ filters }: { readonly filters: readonly Filter[] }): string[] {
  const named = filters.find(({ name }) => name === 'interval')?.values;
  const interval: Interval = named?.includes('DAY') === true ? 'DAY' : 'MONTH';
  const period = periodOf(filters, {
    yearsMax: YEARS_MAX[interval],
    defaultDays: DEFAULT_DAYS[interval],
    today: today(),
  });
  return pointsOf(period, interval);
}
