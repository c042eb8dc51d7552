import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { DAY, flowCondition } from './granted-transactions';
import { ConvertedRows, convertedRowsSql, exchangeSql, Target } from './exchange';
import { FlowQuery } from './overview.queries';
import { monthsOf, Period } from './period';
import { FROM_TRANSACTIONS } from '../../model/stores/transactions.store';

const COUNTERPARTIES_MAX = 10;

interface Flow {
  readonly money_in: string;
  readonly money_out: string;
  readonly net: string;
}

export interface CashFlowRow {
  readonly currency: string;
  readonly months: readonly (Flow & { readonly month: string })[];
}

export interface CounterpartiesRow {
  readonly currency: string;
  readonly counterparties: readonly (Flow & { readonly name: string; readonly transactions_count: string })[];
}

/** SQL: sums of `amount`. */
const SUMS = `
  coalesce(sum(amount) filter (where amount > 0), 0) as money_in,
  coalesce(sum(amount) filter (where amount < 0), 0) as money_out,
  sum(amount) as net`;
const TEXTS = `'money_in', money_in::text, 'money_out', money_out::text, 'net', net::text`;

/** A flow in one currency; nulls: no rate of any of its currencies is known. */
interface ConvertedFlow {
  readonly money_in: string | null;
  readonly money_out: string | null;
  readonly net: string | null;
  readonly missing_rates: readonly (Flow & { readonly currency: string })[];
}
export type ConvertedMonth = ConvertedFlow & { readonly month: string };
export type ConvertedCounterparty = ConvertedFlow & {
  readonly name: string;
  readonly transactions_count: string;
};

/** What is read, with the currency of its totals if there is one. */
interface FlowRequest {
  readonly filters: FlowQuery['filters'];
  readonly period: Period;
  readonly target: Target | null;
}

export const FLOW_FIGURES = ['money_in', 'money_out', 'net'] as const;
const CONVERTED = 'money_in, money_out, net, missing_rates';

/** Money in and out of each month, including months without any; currencies with most transactions come first. */
export function readCashFlow(
  database: Queryable,
  access: Access,
  { filters, period, target }: FlowRequest,
): Promise<ConvertedRows<CashFlowRow, ConvertedMonth>> {
  const parameters = new SqlParameters();
  return readFlows(database, parameters, target, {
    tables: `with moved as materialized (
       select t.currency, ${DAY} as day, to_char(${DAY}, 'YYYY-MM') as month, t.amount
         ${FROM_TRANSACTIONS} where ${flowCondition(parameters, access, filters, period)}),
     currencies as (select currency, count(*) as count from moved where currency ~ '^[A-Z]{3}$' group by currency),
     sums as (select currency, month, ${SUMS} from moved group by currency, month)`,
    rows: `select c.currency,
            json_agg(json_build_object('month', m.month, 'money_in', coalesce(s.money_in, 0)::text,
              'money_out', coalesce(s.money_out, 0)::text, 'net', coalesce(s.net, 0)::text) order by m.month) as months
       from currencies c cross join unnest(${parameters.texts(monthsOf(period))}) as m(month)
       left join sums s on s.currency = c.currency and s.month = m.month
      group by c.currency, c.count order by c.count desc, c.currency`,
    daily: `select month as bucket, currency, day, ${SUMS}
       from moved where currency ~ '^[A-Z]{3}$' group by month, currency, day`,
    totals: `select bucket as month, ${CONVERTED} from converted order by bucket`,
  });
}

/** The SQL of flows: `with` tables, the rows by currency, and for a target the sums by day and its totals. */
interface FlowSql {
  readonly tables: string;
  readonly rows: string;
  readonly daily: string;
  readonly totals: string;
}

async function readFlows<Row, Total>(
  database: Queryable,
  parameters: SqlParameters,
  target: Target | null,
  { tables, rows, daily, totals }: FlowSql,
): Promise<ConvertedRows<Row, Total>> {
  if (!target) {
    return { data: await database.query<Row>(`${tables} ${rows}`, parameters.values), totals: [], rates: [] };
  }
  const [read] = await database.query<ConvertedRows<Row, Total>>(
    `${tables}, daily as (${daily}), ${exchangeSql(parameters, target, FLOW_FIGURES)}
     ${convertedRowsSql(rows, totals)}`,
    parameters.values,
  );
  if (!read) throw new Error('a statement without a table has a row');
  return read;
}

const DOCUMENT = 'coalesce(t.shaped, t.raw)';
/** SQL: the party that is not the account's holder. Not every token may read the holder's name. */
const COUNTERPARTY = `coalesce(
  nullif(btrim(${DOCUMENT} #>> '{mapped_fields,payee}'), ''),
  nullif(btrim(case
    when coalesce(${DOCUMENT} ->> 'holder', case when t.amount < 0 then 'debtor' else 'creditor' end) = 'debtor'
    then coalesce(${DOCUMENT} #>> '{creditor,name}', ${DOCUMENT} ->> 'ultimate_creditor')
    else coalesce(${DOCUMENT} #>> '{debtor,name}', ${DOCUMENT} ->> 'ultimate_debtor') end), ''))`;

/** The counterparties with whom most money moved, of each currency. Names are the same in any case. One statement. */
export function readCounterparties(
  database: Queryable,
  access: Access,
  { filters, period, target }: FlowRequest,
): Promise<ConvertedRows<CounterpartiesRow, ConvertedCounterparty>> {
  const parameters = new SqlParameters();
  const isNamed = `name is not null and currency ~ '^[A-Z]{3}$'`;
  return readFlows(database, parameters, target, {
    tables: `with named as materialized (
       select t.currency, t.amount, ${COUNTERPARTY} as name, ${DAY} as day
         ${FROM_TRANSACTIONS} where ${flowCondition(parameters, access, filters, period)}),
     sums as (
       select currency, min(name) as name, count(*) as count, sum(abs(amount)) as moved, ${SUMS}
         from named where ${isNamed} group by currency, lower(name)),
     ranked as (
       select *, row_number() over (partition by currency order by moved desc, name) as place,
              sum(count) over (partition by currency) as transactions from sums)`,
    rows: `select currency, json_agg(json_build_object('name', name, ${TEXTS}, 'transactions_count', count::text) order by place)
              as counterparties
       from ranked where place <= ${COUNTERPARTIES_MAX}
      group by currency order by max(transactions) desc, currency`,
    daily: `select lower(name) as bucket, currency, day, ${SUMS} from named where ${isNamed} group by 1, 2, 3`,
    totals: `select p.name, ${CONVERTED}, p.count::text as transactions_count
       from converted join (select lower(name) as bucket, min(name) as name, count(*) as count
                              from named where ${isNamed} group by 1) p using (bucket)
      order by money_in::numeric - money_out::numeric desc nulls last, p.name limit ${COUNTERPARTIES_MAX}`,
  });
}
