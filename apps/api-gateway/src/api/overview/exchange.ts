import { minorDigits, roundHalfEven } from '@tributary/money';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { lastRate } from '../../model/stores/exchange-rates.store';

/** The currency in which rates are published: one euro in each other currency. */
export const BASE_CURRENCY = 'EUR';

/** The currency that totals are converted to; rates of later days than today do not exist. */
export interface Target {
  readonly currency: string;
  readonly today: string;
}

/** A published rate that was used: one euro is `rate` of the currency. */
export interface UsedRate {
  readonly currency: string;
  readonly rate: string;
  readonly date: string;
  readonly source: string;
}

/** Decimals of a converted amount before its total is rounded; a quotient has no end. */
const EXACT_DECIMALS = 20;

/**
 * SQL: tables that follow on `daily (bucket, currency, day, <figures>)`, the sums of a currency on a day.
 * - `converted`: of each bucket the figures in the target's currency as texts, null where nothing could be converted,
 *   and as `missing_rates` the sums that could not be.
 * - `used`: one row `rates`, the rates that were used.
 * Rates are looked up once for each currency and day, not for each transaction.
 */
export function exchangeSql(
  parameters: SqlParameters,
  { currency, today }: Target,
  figures: readonly string[],
): string {
  const target = `${parameters.add(currency)}::text`;
  const rated = `least(s.day, ${parameters.add(today)}::date)`;
  const of = (member: (figure: string) => string): string => figures.map(member).join(', ');
  const exchanged = figures.map(
    (figure) => `case when s.currency = ${target} then s.${figure}
        else (s.${figure} * t.rate::numeric)::numeric(120, ${EXACT_DECIMALS}) / f.rate::numeric end as to_${figure}`,
  );
  return `
    needed as (
      select s.currency, ${rated} as day from daily s where s.currency <> ${target}
      union select ${target}, ${rated} from daily s where s.currency <> ${target}),
    quoted as materialized (
      select n.currency, n.day, r.day as published, r.source,
             case when n.currency = '${BASE_CURRENCY}' then '1' else r.rate end as rate
        from needed n left join ${lastRate('n.currency', 'n.day')} on n.currency <> '${BASE_CURRENCY}'),
    exchanged as (
      select s.*, ${exchanged.join(', ')}
        from daily s
        left join quoted f on f.currency = s.currency and f.day = ${rated}
        left join quoted t on t.currency = ${target} and t.day = ${rated}),
    missing as (
      select bucket, json_agg(json_build_object('currency', currency, ${of((one) => `'${one}', ${one}::text`)})
                                order by currency) as sums
        from (select bucket, currency, ${of((one) => `sum(${one}) as ${one}`)}
                from exchanged where to_${figures[0]} is null group by bucket, currency) by_currency
       group by bucket),
    exchange_sums as (
      select bucket, ${of((one) => `sum(to_${one})::text as ${one}`)} from exchanged group by bucket),
    converted as (
      select s.*, coalesce(m.sums, '[]') as missing_rates from exchange_sums s left join missing m using (bucket)),
    used as (
      select coalesce(json_agg(u order by u.currency, u.date), '[]') as rates
        from (select distinct currency, rate, to_char(published, 'YYYY-MM-DD') as date, source
                from quoted where published is not null) u)`;
}

/** A converted statement: its rows as without a target, the converted totals, and the rates. */
export interface ConvertedRows<Row, Total> {
  readonly data: readonly Row[];
  readonly totals: readonly Total[];
  readonly rates: readonly UsedRate[];
}

/** SQL: the columns of `ConvertedRows`. @param data the statement without a target @param totals one of `converted` */
export function convertedRowsSql(data: string, totals: string): string {
  const list = (statement: string): string => `(select coalesce(json_agg(r), '[]') from (${statement}) r)`;
  return `select ${list(data)} as data, ${list(totals)} as totals, (select rates from used) as rates`;
}

/** Rounds the sums of exact conversions once, to the minor digits of their currency, half to even. */
export function roundTotals<Totals extends object>(
  totals: Totals,
  figures: readonly string[],
  currency: string,
): Totals {
  const digits = minorDigits(currency);
  return Object.fromEntries(
    Object.entries(totals).map(([name, value]: [string, unknown]) => [
      name,
      figures.includes(name) && typeof value === 'string' ? roundHalfEven(value, digits) : value,
    ]),
  ) as Totals;
}
