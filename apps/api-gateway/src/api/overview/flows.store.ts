import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { DAY, flowCondition } from './granted-transactions';
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

/** Money in and out of each month, including months without any; currencies with most transactions come first. */
export function readCashFlow(
  database: Queryable,
  access: Access,
  { filters }: Pick<FlowQuery, 'filters'>,
  period: Period,
): Promise<CashFlowRow[]> {
  const parameters = new SqlParameters();
  return database.query(
    `with moved as materialized (
       select t.currency, to_char(${DAY}, 'YYYY-MM') as month, t.amount
         ${FROM_TRANSACTIONS} where ${flowCondition(parameters, access, filters, period)}),
     currencies as (select currency, count(*) as count from moved where currency ~ '^[A-Z]{3}$' group by currency),
     sums as (select currency, month, ${SUMS} from moved group by currency, month)
     select c.currency,
            json_agg(json_build_object('month', m.month, 'money_in', coalesce(s.money_in, 0)::text,
              'money_out', coalesce(s.money_out, 0)::text, 'net', coalesce(s.net, 0)::text) order by m.month) as months
       from currencies c cross join unnest(${parameters.texts(monthsOf(period))}) as m(month)
       left join sums s on s.currency = c.currency and s.month = m.month
      group by c.currency, c.count order by c.count desc, c.currency`,
    parameters.values,
  );
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
  { filters }: Pick<FlowQuery, 'filters'>,
  period: Period,
): Promise<CounterpartiesRow[]> {
  const parameters = new SqlParameters();
  return database.query(
    `with named as materialized (
       select t.currency, t.amount, ${COUNTERPARTY} as name
         ${FROM_TRANSACTIONS} where ${flowCondition(parameters, access, filters, period)}),
     sums as (
       select currency, min(name) as name, count(*) as count, sum(abs(amount)) as moved, ${SUMS}
         from named where name is not null and currency ~ '^[A-Z]{3}$' group by currency, lower(name)),
     ranked as (
       select *, row_number() over (partition by currency order by moved desc, name) as place,
              sum(count) over (partition by currency) as transactions from sums)
     select currency, json_agg(json_build_object('name', name, ${TEXTS}, 'transactions_count', count::text) order by place)
              as counterparties
       from ranked where place <= ${COUNTERPARTIES_MAX}
      group by currency order by max(transactions) desc, currency`,
    parameters.values,
  );
}
