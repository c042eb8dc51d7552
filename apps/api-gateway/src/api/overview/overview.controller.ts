import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { Filter } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery } from '../../rest/lists/query.guard';
import { idText } from '../../rest/wire-values';
import { isRateKnown, ratedCurrencies } from '../../model/stores/exchange-rates.store';
import { ConvertedPoint, readBalanceHistory, readNetWorth } from './balances.store';
import { BASE_CURRENCY, ConvertedRows, roundTotals, Target } from './exchange';
import {
  ConvertedCounterparty,
  ConvertedMonth,
  FLOW_FIGURES,
  readCashFlow,
  readCounterparties,
} from './flows.store';
import { BALANCE_QUERY, type BalanceQuery, FLOW_QUERY, type FlowQuery } from './overview.queries';
import { OVERVIEW_ANSWERS } from './overview.schema';
import { COUNTERPARTY_YEARS_MAX, Interval, monthsOf, periodOf, pointsOf, today, YEARS_MAX } from './period';

const COUNTED =
  'What an account held at the end of a day is the last balance that its institution reported until then, and what was booked since.';
const WITHOUT_OWN = 'Confirmed transfers between own accounts and pending transactions do not count.';
const DEFAULT_DAYS: Readonly<Record<Interval, number>> = { MONTH: 365, DAY: 90 };

/** Figures over the accounts that the token was granted, by currency: amounts of different currencies are added only where the request names one to convert them to. */
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
    answer: OVERVIEW_ANSWERS.netWorth,
  })
  async netWorth(@Granted() access: Access, @ParsedQuery() query: BalanceQuery) {
    const target = await this.targetOf(query);
    const { data, ...converted } = await readNetWorth(this.database, access, {
      ...query,
      days: daysOf(query),
      target,
    });
    return { data, ...pointsIn(target, converted) };
  }

  @Get('balances')
  @Endpoint({
    summary: 'Show what accounts held over time',
    description: `For charts of one account or many, at most 200. ${COUNTED}`,
    scopes: ['accounts:read', 'transactions:read'],
    query: BALANCE_QUERY,
    answer: OVERVIEW_ANSWERS.balances,
  })
  async balances(@Granted() access: Access, @ParsedQuery() query: BalanceQuery) {
    const target = await this.targetOf(query);
    const request = { ...query, days: daysOf(query), target };
    const { data: rows, ...converted } = await readBalanceHistory(this.database, access, request);
    const data = rows.map(({ account_id: id, ...history }) => ({
      financial_account_id: idText(id),
      ...history,
    }));
    return { data, ...pointsIn(target, converted) };
  }

  @Get('cash-flow')
  @Endpoint({
    summary: 'Show money in and out by month',
    description: `By currency, for at most ${YEARS_MAX.MONTH} years, by default one. ${WITHOUT_OWN}`,
    scopes: ['transactions:read'],
    query: FLOW_QUERY,
    answer: OVERVIEW_ANSWERS.cashFlow,
  })
  async cashFlow(@Granted() access: Access, @ParsedQuery() query: FlowQuery) {
    const period = periodOf(query.filters, { yearsMax: YEARS_MAX.MONTH, defaultDays: 365, today: today() });
    const target = await this.targetOf(query);
    const { data, ...converted } = await readCashFlow(this.database, access, { ...query, period, target });
    return { data, ...monthsIn(target, converted, monthsOf(period)) };
  }

  @Get('counterparties')
  @Endpoint({
    summary: 'Show the counterparties with whom most money moved',
    description: `Ten of each currency, in a period of at most a year, by default the last 90 days. ${WITHOUT_OWN}`,
    scopes: ['transactions:read'],
    query: FLOW_QUERY,
    answer: OVERVIEW_ANSWERS.counterparties,
  })
  async counterparties(@Granted() access: Access, @ParsedQuery() query: FlowQuery) {
    const period = periodOf(query.filters, {
      yearsMax: COUNTERPARTY_YEARS_MAX,
      defaultDays: 90,
      today: today(),
    });
    const target = await this.targetOf(query);
    const { data, totals, rates } = await readCounterparties(this.database, access, {
      ...query,
      period,
      target,
    });
    return {
      data,
      ...inTarget(target, rates, (currency) => ({ counterparties: roundedFlows(totals, currency) })),
    };
  }

  /** The currency of the totals, null without one. @throws Problem (invalid) if no rate of it was ever published */
  private async targetOf({ parameters }: BalanceQuery | FlowQuery): Promise<Target | null> {
    const currency = parameters?.currency;
    if (currency === undefined) return null;
    if (currency !== BASE_CURRENCY && !(await isRateKnown(this.database, currency))) {
      const known = [BASE_CURRENCY, ...(await ratedCurrencies(this.database))];
      throw Problem.invalid({
        currency: [`No exchange rate of this currency is known. Known: ${known.join(', ')}.`],
      });
    }
    return { currency, today: today() };
  }
}

type Totals<Total> = Omit<ConvertedRows<unknown, Total>, 'data'>;

function pointsIn(target: Target | null, { totals, rates }: Totals<ConvertedPoint>) {
  return inTarget(target, rates, (currency) => ({
    points: totals.map((point) => roundTotals(point, ['amount'], currency)),
  }));
}

/** A month without transactions is zero in any currency. */
function monthsIn(
  target: Target | null,
  { totals, rates }: Totals<ConvertedMonth>,
  months: readonly string[],
) {
  const found = new Map(totals.map((total) => [total.month, total]));
  const nothing = { money_in: '0', money_out: '0', net: '0', missing_rates: [] };
  const all = months.map((month): ConvertedMonth => found.get(month) ?? { month, ...nothing });
  return inTarget(target, rates, (currency) => ({ months: roundedFlows(all, currency) }));
}

function roundedFlows<Total extends ConvertedMonth | ConvertedCounterparty>(
  totals: readonly Total[],
  currency: string,
): Total[] {
  return totals.map((total) => roundTotals(total, FLOW_FIGURES, currency));
}

/** The member of a response; without a target there is none. */
function inTarget<Member extends object>(
  target: Target | null,
  rates: ConvertedRows<unknown, unknown>['rates'],
  totals: (currency: string) => Member,
) {
  if (!target) return {};
  const { currency } = target;
  return { converted: { currency, ...totals(currency), rates } };
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
