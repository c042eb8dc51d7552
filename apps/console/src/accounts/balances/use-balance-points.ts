import { addDays } from '@tributary/money';
import { $api } from '../../api/api';
import { lastDay } from '../../elements/dates/today';

/** The balance of an account at the end of a day. */
export interface BalancePoint {
  readonly date: string;
  /** A decimal text. */
  readonly amount: string;
}

/** Periods of the chart of balances, as intervals of the API. */
export const PERIODS = { quarter: '90 days', year: '1 year', decade: '10 years' } as const;
export type Period = keyof typeof PERIODS;

const DAYS: Readonly<Record<Period, number>> = { quarter: 90, year: 365, decade: 3_650 };

/** The course of the balances of accounts, by account. */
export function useBalancePoints(accountIds: readonly string[], period: Period, enabled = true) {
  const until = lastDay();
  const from = addDays(until, -DAYS[period]);
  return $api.useQuery(
    'get',
    '/finance/overview/balances',
    {
      params: {
        query: {
          'filter[financial_account_id]': accountIds.join(','),
          'filter[date_after]': from,
          'filter[date_before]': until,
          'filter[interval]': period === 'quarter' ? 'DAY' : 'MONTH',
        },
      },
    },
    {
      enabled: enabled && accountIds.length > 0,
      select: ({ data }): ReadonlyMap<string, readonly BalancePoint[]> =>
        new Map(data.map(({ financial_account_id: id, points }) => [id, points])),
    },
  );
}
