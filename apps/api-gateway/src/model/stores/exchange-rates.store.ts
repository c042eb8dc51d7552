import { Queryable } from '@tributary/persistence';

/** Rates are published on working days only: a day without one uses the last one of these days before it. */
export const RATE_DAYS_MAX = 7;

/** SQL: the newest rate `r (day, source, rate)` of a currency up to a day, none if it is too old. */
export const lastRate = (currency: string, day: string): string => `lateral (
    select e.day, e.source, e.rates ->> ${currency} as rate from exchange_rates e
     where e.day between ${day} - ${RATE_DAYS_MAX} and ${day} and e.rates ? ${currency}
     order by e.day desc limit 1) r`;

/** Whether a rate of the currency was ever published. The newest days come first, so that nearly always one row is read. */
export async function isRateKnown(database: Queryable, currency: string): Promise<boolean> {
  const known = await database.query(
    'select from exchange_rates where rates ? $1 order by day desc limit 1',
    [currency],
  );
  return known.length > 0;
}

/** All currencies of which a rate was published, in alphabetical order. */
export async function ratedCurrencies(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ currency: string }>(
    'select distinct jsonb_object_keys(rates) as currency from exchange_rates order by 1',
  );
  return rows.map(({ currency }) => currency);
}
