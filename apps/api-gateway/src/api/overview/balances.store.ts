import { CLEARED_BALANCE_TYPES } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { chosen, DAY } from './granted-transactions';
import { ConvertedRows, convertedRowsSql, exchangeSql, Target } from './exchange';
import { BalanceQuery } from './overview.queries';
import { FROM_ACCOUNTS, JOIN_BALANCES } from '../../model/stores/accounts.store';
import { FROM_TRANSACTIONS } from '../../model/stores/transactions.store';

/** Maximum of accounts that are shown one by one. */
const ACCOUNTS_MAX = 200;

interface Point {
  readonly date: string;
  readonly amount: string;
}

export interface BalanceHistoryRow {
  readonly account_id: number;
  readonly currency: string;
  readonly points: readonly Point[];
}

export interface NetWorthRow {
  readonly currency: string;
  readonly points: readonly Point[];
}

/** A total at the end of a day; null: no rate of any of its currencies is known. */
export interface ConvertedPoint {
  readonly date: string;
  readonly amount: string | null;
  readonly missing_rates: readonly { readonly currency: string; readonly amount: string }[];
}

type Balances<Row> = ConvertedRows<Row, ConvertedPoint>;
/** What is read, with the currency of its totals if there is one. */
interface BalanceRequest {
  readonly filters: BalanceQuery['filters'];
  readonly days: readonly string[];
  readonly target: Target | null;
}

/** Balance of each account at the end of each day. One statement. */
export function readBalanceHistory(database: Queryable, access: Access, request: BalanceRequest) {
  return readBalances<BalanceHistoryRow>(database, access, request, {
    accountsMax: ACCOUNTS_MAX,
    rows: `select account_id, currency,
            json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'amount', amount::text) order by day) as points
       from balance group by account_id, currency order by account_id`,
  });
}

/** Sum of the balances of all accounts of a currency at the end of each day. One statement. */
export function readNetWorth(database: Queryable, access: Access, request: BalanceRequest) {
  return readBalances<NetWorthRow>(database, access, request, {
    accountsMax: null,
    rows: `select currency,
            json_agg(json_build_object('date', to_char(day, 'YYYY-MM-DD'), 'amount', amount::text) order by day) as points
       from worth group by currency order by max(accounts) desc, currency`,
  });
}

const WORTH = `worth as (
       select currency, day, sum(amount) as amount, count(*) as accounts from balance group by currency, day)`;

async function readBalances<Row>(
  database: Queryable,
  access: Access,
  { filters, days, target }: BalanceRequest,
  { accountsMax, rows }: { readonly accountsMax: number | null; readonly rows: string },
): Promise<Balances<Row>> {
  const parameters = new SqlParameters();
  const tables = `with ${balances(parameters, access, filters, days, accountsMax)}, ${WORTH}`;
  if (!target) {
    const data = await database.query<Row>(`${tables} ${rows}`, parameters.values);
    return { data, totals: [], rates: [] };
  }
  const [read] = await database.query<Balances<Row>>(
    `${tables}, daily as (select to_char(day, 'YYYY-MM-DD') as bucket, currency, day, amount from worth),
     ${exchangeSql(parameters, target, ['amount'])}
     ${convertedRowsSql(rows, 'select bucket as date, amount, missing_rates from converted order by bucket')}`,
    parameters.values,
  );
  if (!read) throw new Error('a statement without a table has a row');
  return read;
}

/**
 * SQL of `balance (account_id, currency, day, amount)`. A day's balance is the last recorded balance up to then plus
 * the transactions booked since; before the first record it is that record minus the transactions booked in between.
 * One timeline for each account contains all three in their order within a day: booked amounts, recorded balances,
 * days to show. It begins with the last record before the first day to show, or with that day: earlier transactions
 * change nothing.
 */
function balances(
  parameters: SqlParameters,
  access: Access,
  filters: BalanceQuery['filters'],
  days: readonly string[],
  accountsMax: number | null,
): string {
  const currency = `coalesce(b.currency, a.document->>'currency')`;
  const conditions = [
    ofGrantedAccounts(parameters, access, 'a', 'a.id'),
    'not a.deleted',
    `${currency} ~ '^[A-Z]{3}$'`,
    ...chosen(parameters, filters, { account: 'a.id', currency }),
  ];
  const shown = `${parameters.add(days)}::date[]`;
  const [first, last] = [`(${shown})[1]`, `(${shown})[cardinality(${shown})]`];
  const ofAccount = `t.user_id = ${parameters.add(access.userId)}::bigint and t.account_id = account.id
                 and t.currency = account.currency and t.counts and t.booked and not t.under_review`;
  const isRecorded = (known: string) => `filter (where recorded is not null${known})`;
  return `account as materialized (
      select a.id, ${currency} as currency, b.cleared, b.snapshot_at
        ${FROM_ACCOUNTS} ${JOIN_BALANCES}
       where ${conditions.join(' and ')}
       order by a.id limit ${parameters.add(accountsMax)}::bigint),
    recorded as (
      select distinct on (account_id, day) account_id, day, amount
        from (
          select id as account_id, (snapshot_at at time zone 'UTC')::date as day, cleared::numeric as amount, 0 as rank, 0 as id
            from account where cleared is not null and not exists (
              select 1 from balance_entries e where e.account_id = account.id and e.document->>'currency' = account.currency)
          union all
          select e.account_id, coalesce(day_or_null(e.reference_date), (e.created_at at time zone 'UTC')::date),
                 (e.document->>'amount')::numeric,
                 coalesce(array_position(${parameters.texts(CLEARED_BALANCE_TYPES.flat())}, e.document->>'type'), 100)
                   + case when (e.document->>'credit_limit_included')::boolean then 1000 else 0 end,
                 e.id
            from balance_entries e join account on account.id = e.account_id and account.currency = e.document->>'currency'
        ) one
       order by account_id, day, rank, id desc),
    bounded as (
      select account.id, account.currency, coalesce(anchor, ${first}) as after,
             case when anchor is null then greatest(${last}, next) else ${last} end as until,
             least(coalesce(anchor, next), (
               select ${DAY} ${FROM_TRANSACTIONS} where ${ofAccount} order by ${DAY} limit 1)) as since
        from account join (
          select account_id, max(day) filter (where day <= ${first}) as anchor, min(day) filter (where day > ${first}) as next
            from recorded group by account_id) known on known.account_id = account.id),
    timeline as (
      select account.id as account_id, moves.day, 0 as kind, moves.moved, null::numeric as recorded
        from bounded account cross join lateral (
          select ${DAY} as day, sum(t.amount) as moved ${FROM_TRANSACTIONS}
           where ${ofAccount} and ${DAY} > account.after and ${DAY} <= account.until group by 1) moves
      union all
      select r.account_id, r.day, 1, 0, r.amount
        from recorded r join bounded on bounded.id = r.account_id and r.day between bounded.after and bounded.until
      union all
      select bounded.id, day, 2, 0, null from bounded cross join unnest(${shown}) as day),
    summed as (
      select *, sum(moved) over w as total, count(recorded) over w as known
        from timeline window w as (partition by account_id order by day, kind)),
    based as (
      select *, coalesce(
          max(recorded - total) ${isRecorded('')} over (partition by account_id, known),
          max(recorded - total) ${isRecorded(' and known = 1')} over (partition by account_id)) as base
        from summed),
    balance as (
      select based.account_id, bounded.currency, based.day, base + total as amount
        from based join bounded on bounded.id = based.account_id
       where kind = 2 and base is not null and day >= since)`;
}
