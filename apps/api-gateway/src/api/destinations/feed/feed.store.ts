import { NO_CURRENCY } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { SqlParameters } from '../../../rest/lists/sql-parameters';
import { FeedAccess } from './feed-access';
import { FeedAccountRow, FeedEntries } from './feed-answer';
import { OtherCurrencyRow, othersOf } from './feed-other-currency';
import { FeedRequest } from './feed-request';
import {
  FROM_ACCOUNTS,
  JOIN_BALANCES,
  JOIN_ORIGIN,
  joinAccounts,
} from '../../../model/stores/accounts.store';
import { FROM_TRANSACTIONS, joinTransactions } from '../../../model/stores/transactions.store';

/** The maximum of transactions in one response: more than an app needs, and less than would block a gateway. */
export const TRANSACTIONS_MAX = 20_000;

/** SQL: a balance of the account; null if the balance is in another currency. */
function inItsCurrency(name: 'cleared' | 'available'): string {
  return `case when ${isOther('b.currency')} then null else b.${name} end as ${name}`;
}

/** SQL: whether an amount is in another currency than `accounts a`; an unknown currency counts as the same. */
function isOther(currency: string): string {
  return `(coalesce(nullif(${currency}, '${NO_CURRENCY}') <> nullif(a.document->>'currency', '${NO_CURRENCY}'), false))`;
}

/** The accounts of the feed, with their balances. One statement. */
export async function readFeedAccounts(
  database: Queryable,
  access: FeedAccess,
  { accountIds }: FeedRequest,
): Promise<FeedAccountRow[]> {
  const parameters = new SqlParameters();
  const chosen = [access.accountIds, accountIds]
    .flatMap((ids) => (ids === null ? [] : `and a.id = any(${parameters.ids(ids)})`))
    .join(' ');
  return database.query<FeedAccountRow>(
    `select a.id, a.document, ${inItsCurrency('cleared')}, ${inItsCurrency('available')}, b.snapshot_at as balance_at,
            c.id as connection_id, c.document->>'name' as connection_name, c.document->>'status' as connection_status,
            i.id as institution_id, i.document->>'name' as institution, i.document->>'url' as institution_url
       ${FROM_ACCOUNTS} ${JOIN_BALANCES}
       ${JOIN_ORIGIN}
      where a.user_id = ${parameters.add(access.userId)}::bigint and not a.deleted ${chosen}
      order by a.id`,
    parameters.values,
  );
}

/** Transactions of the accounts in a feed. */
export interface FeedTransactions {
  readonly rows: readonly FeedEntries[];
  /** Accounts with more transactions than one response may have. */
  readonly incomplete: readonly number[];
  /** The account of each transaction that is left out because of its currency; an account occurs once for each. */
  readonly leftOut: readonly number[];
}

/** Number of transactions that one row of the statement's result contains. */
const ENTRIES_IN_ROW = 250;

interface EntriesRow extends FeedEntries {
  readonly others: readonly OtherCurrencyRow[] | null;
  /** Day of the newest transaction that is left out; day and id are null in the rows before it. */
  readonly cut_day: string | null;
  readonly cut_id: number | null;
}

/**
 * The accounts' transactions of the window, newest first, as JSON of the response; `incomplete` lists the accounts
 * that have more than a response may have. It leaves out removed transactions, transactions under review, and split
 * ones, whose parts are included.
 *
 * An index alone finds the window, and Postgres writes the JSON: thousands of transactions cost the gateway's own
 * process next to nothing.
 */
export async function readFeedTransactions(
  database: Queryable,
  access: FeedAccess,
  accountIds: readonly number[],
  request: FeedRequest,
): Promise<FeedTransactions> {
  if (accountIds.length === 0 || request.balancesOnly) return { rows: [], incomplete: [], leftOut: [] };
  const parameters = new SqlParameters();
  const rows = await database.query<EntriesRow>(
    `with shown as (
       select t.id, t.account_id, ${DAY} as day, row_number() over (order by ${DAY} desc, t.id desc) as position
         ${FROM_TRANSACTIONS}
        where ${windowOf(parameters, access, accountIds, request)}
        order by position
        limit ${TRANSACTIONS_MAX + 1}),
     entries as (
       select s.account_id, s.day, s.id, s.position > ${TRANSACTIONS_MAX} as is_cut,
              row_number() over (partition by s.account_id order by s.position) as number, ${ENTRY} as entry,
              ${isOther("d.document->>'currency'")} as is_other, d.document, a.document->>'currency' as account_currency
         from shown s
         ${joinTransactions(`t.user_id = ${parameters.add(access.userId)}::bigint and t.id = s.id`)}
         ${joinAccounts('a', 'a.id = s.account_id')}
        cross join lateral (select coalesce(t.shaped, t.raw) as document) d
        cross join lateral (select ${SECONDS} as seconds, coalesce((d.document->>'booked')::boolean, false) as booked,
              (d.document->>'amount')::numeric as amount, coalesce(d.document->'mapped_fields'->>'payee', '') as payee,
              coalesce(d.document->'mapped_fields'->>'description', '') as description) f)
     select account_id, coalesce(string_agg(entry, ',' order by number) filter (where not is_cut and not is_other), '') as entries,
            json_agg(json_build_object('entry', entry::json, 'amount', document->>'amount',
                                       'currency', document->>'currency', 'exchange', document->'currency_exchange',
                                       'account_currency', account_currency) order by number)
              filter (where not is_cut and is_other) as others,
            max(day::text) filter (where is_cut) as cut_day, max(id) filter (where is_cut) as cut_id
       from entries
      group by account_id, (number - 1) / ${ENTRIES_IN_ROW}
      order by account_id, (number - 1) / ${ENTRIES_IN_ROW}`,
    parameters.values,
  );
  const cut = rows.find(({ cut_id }) => cut_id !== null);
  const incomplete = cut ? await accountsFrom(database, access, accountIds, request, cut) : [];
  const shown = rows.filter(({ entries }) => entries !== '');
  const others = rows.flatMap((row) => othersOf(row, access.onOtherCurrency));
  const leftOut = others.flatMap(({ account_id, entries }) => (entries === null ? [account_id] : []));
  const decided = others.flatMap(({ account_id, entries }) =>
    entries === null ? [] : [{ account_id, entries }],
  );
  return { rows: [...shown, ...decided], incomplete, leftOut };
}

/** The accounts with transactions of the window that are not newer than the cut. */
async function accountsFrom(
  database: Queryable,
  access: FeedAccess,
  accountIds: readonly number[],
  request: FeedRequest,
  { cut_day, cut_id }: EntriesRow,
): Promise<number[]> {
  const parameters = new SqlParameters();
  const rows = await database.query<{ account_id: number }>(
    `select distinct t.account_id ${FROM_TRANSACTIONS}
      where ${windowOf(parameters, access, accountIds, request)}
        and (${DAY}, t.id) <= (${parameters.add(cut_day)}::date, ${parameters.add(cut_id)}::bigint)
      order by t.account_id`,
    parameters.values,
  );
  return rows.map(({ account_id }) => account_id);
}

function windowOf(
  parameters: SqlParameters,
  access: FeedAccess,
  accountIds: readonly number[],
  { from, until, pending }: FeedRequest,
): string {
  return `t.user_id = ${parameters.add(access.userId)}::bigint and t.counts and not t.under_review
        and t.account_id = any(${parameters.ids(accountIds)})
        and ${SECONDS} >= ${parameters.add(from)}::bigint
        ${until === null ? '' : `and ${SECONDS} < ${parameters.add(until)}::bigint`}
        ${pending ? '' : 'and t.booked'}`;
}

/**
 * SQL: the transaction's day, as in lists and at every other destination: the account's mapping and the user decide
 * it, and no rule can. Sources that only have times set it too.
 */
const OWN_DAY = 'coalesce(t.mapped_date, t.booking_date, t.value_date)';
/** SQL of a transaction's day: the bank's, or the day of arrival if the bank sent none. */
const DAY = `coalesce(${OWN_DAY}, (t.created_at at time zone 'UTC')::date)`;

/** SQL: noon of the transaction's day in UTC, which is the same day nearly everywhere. */
const SECONDS = `coalesce(${noonOf(OWN_DAY)}, floor(extract(epoch from t.created_at))::bigint)`;

function noonOf(date: string): string {
  return `(extract(epoch from ${date})::bigint + 43200)`;
}

/** The id stays when a pending transaction books, so that apps recognize it. */
const ENTRY = `(select row_to_json(e)::text from (select
                t.id::text as id,
                case when f.booked then f.seconds else 0 end as posted,
                case when scale(trim_scale(f.amount)) > 2 then trim_scale(f.amount) else round(f.amount, 2) end::text as amount,
                -- Neither may be empty: apps show one of them.
                coalesce(nullif(f.description, ''), f.payee) as description,
                coalesce(nullif(f.payee, ''), f.description) as payee,
                coalesce(d.document->>'note', '') as memo,
                case when f.booked then coalesce(${noonOf('t.value_date')}, f.seconds) else f.seconds end as transacted_at,
                not f.booked as pending,
                json_strip_nulls(json_build_object('category_id', d.document->>'category_id',
                                                   'tags', d.document->'tags')) as extra) e)`;
