import { FilterDefinition, QueryDefinition, ResourceQuery } from '@tributary/http';
import { RATE_DAYS_MAX } from '../../model/stores/exchange-rates.store';
import { INTERVALS } from './period';

const PERIOD = {
  date_after: { kind: 'date', description: 'On the day or after it.' },
  date_before: { kind: 'date', description: 'On the day or before it. Default: today.' },
} as const satisfies Readonly<Record<string, FilterDefinition>>;
const ACCOUNTS = { financial_account_id: { kind: 'id' } } as const;
const IN_CURRENCY = { currency: { kind: 'currency' } } as const;

/** The currency of converted totals. */
const PARAMETERS = {
  currency: {
    kind: 'currency',
    description: `Adds \`converted\`: the totals in this currency, by the European Central Bank’s rate of each day. A day without a rate uses the last one of the ${RATE_DAYS_MAX} days before it; amounts without any are listed in \`missing_rates\` and not in the total. Exact conversions are summed, and each total is rounded once, half to even.`,
  },
} as const satisfies Readonly<Record<string, FilterDefinition>>;

/** Query of balances: a point for each interval. */
export const BALANCE_QUERY = {
  includes: {},
  readsAll: true,
  parameters: PARAMETERS,
  filters: {
    ...ACCOUNTS,
    ...IN_CURRENCY,
    ...PERIOD,
    interval: {
      kind: 'oneOf',
      values: INTERVALS,
      description: 'Default: `MONTH`, for at most 10 years; `DAY` for at most 2.',
    },
  },
} as const satisfies QueryDefinition;

/** Query of sums of transactions. */
export const FLOW_QUERY = {
  includes: {},
  readsAll: true,
  parameters: PARAMETERS,
  filters: { ...ACCOUNTS, ...IN_CURRENCY, ...PERIOD },
} as const satisfies QueryDefinition;

export type BalanceQuery = ResourceQuery<typeof BALANCE_QUERY>;
export type FlowQuery = ResourceQuery<typeof FLOW_QUERY>;
