import { $api } from '../api/api';
import { queryClient } from '../api/query-client';
import { lastDay } from '../elements/dates/today';
import { firstCounterpartyDay, firstDay, firstFlowDay, SHOWN_PERIODS } from './periods';
import type { PeriodName } from './search';

const SIZE = 100;
const NEWEST = { params: { query: { 'page[size]': SIZE } } } as const;
const NEED_CONSENT_OR_FAIL = 'EXPIRED,EXPIRING,PENDING,FAILING';

/** The period that ends today. */
export interface PeriodUntilToday {
  readonly period: PeriodName;
  readonly today: string;
}

/** The names of accounts, and whether there are any. */
export const ACCOUNTS = $api.queryOptions('get', '/finance/accounts', {
  params: { query: { 'page[size]': SIZE, sort: ['name'] } },
});

/** The lists in which problems of the user appear. */
export const NEEDS = {
  connections: $api.queryOptions('get', '/finance/connections', {
    params: {
      query: { 'page[size]': SIZE, include: ['institution'], 'filter[status]': NEED_CONSENT_OR_FAIL },
    },
  }),
  budgeta: $api.queryOptions('get', '/destinations/budgeta/connections', NEWEST),
  budgetb: $api.queryOptions('get', '/destinations/budgetb/connections', NEWEST),
  sheets: $api.queryOptions('get', '/destinations/sheets/connections', NEWEST),
  workspace: $api.queryOptions('get', '/destinations/workspace/connections', NEWEST),
  links: $api.queryOptions('get', '/transfer-links', {
    params: { query: { 'page[size]': SIZE, include: ['financial_account'] } },
  }),
  failures: $api.queryOptions('get', '/transfer-logs/failures'),
  endpoints: $api.queryOptions('get', '/webhooks', {
    params: { query: { 'page[size]': SIZE, 'filter[enabled]': 'false' } },
  }),
  imports: $api.queryOptions('get', '/finance/imports', {
    params: { query: { 'page[size]': SIZE, 'filter[status]': 'READY' } },
  }),
  reviews: $api.queryOptions('get', '/finance/settlement-reviews', {
    params: { query: { 'page[size]': 1, 'filter[status]': 'OPEN' } },
  }),
} as const;

export function netWorth(period: PeriodName, today: string) {
  return $api.queryOptions('get', '/finance/overview/net-worth', balances(period, today));
}

export function accountBalances(period: PeriodName, today: string) {
  return $api.queryOptions('get', '/finance/overview/balances', balances(period, today));
}

export function cashFlow(period: PeriodName, today: string) {
  return $api.queryOptions('get', '/finance/overview/cash-flow', {
    params: { query: { 'filter[date_after]': firstFlowDay(period, today), 'filter[date_before]': today } },
  });
}

export function counterparties(period: PeriodName, today: string) {
  return $api.queryOptions('get', '/finance/overview/counterparties', {
    params: {
      query: { 'filter[date_after]': firstCounterpartyDay(period, today), 'filter[date_before]': today },
    },
  });
}

/** Starts every read of the screen while its own script still loads, the slowest first. */
export function readAhead(period: PeriodName): void {
  const today = lastDay();
  void queryClient.prefetchQuery(counterparties(period, today));
  void queryClient.prefetchQuery(netWorth(period, today));
  void queryClient.prefetchQuery(cashFlow(period, today));
  void queryClient.prefetchQuery(ACCOUNTS);
  const { connections, budgeta, budgetb, sheets, workspace, links, failures, endpoints, imports, reviews } =
    NEEDS;
  void queryClient.prefetchQuery(connections);
  void queryClient.prefetchQuery(budgeta);
  void queryClient.prefetchQuery(budgetb);
  void queryClient.prefetchQuery(sheets);
  void queryClient.prefetchQuery(workspace);
  void queryClient.prefetchQuery(links);
  void queryClient.prefetchQuery(failures);
  void queryClient.prefetchQuery(endpoints);
  void queryClient.prefetchQuery(imports);
  void queryClient.prefetchQuery(reviews);
}

function balances(period: PeriodName, today: string) {
  const { interval } = SHOWN_PERIODS[period];
  return {
    params: {
      query: {
        'filter[date_after]': firstDay(period, today),
        'filter[date_before]': today,
        'filter[interval]': interval,
      },
    },
  };
}
