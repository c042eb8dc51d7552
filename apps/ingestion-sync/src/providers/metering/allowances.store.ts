import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { MeteredResource } from '../provider.port';

/** A stored allowance; times are durations from the time of the statement. */
export interface StoredAllowance {
  readonly resource: MeteredResource;
  readonly limit: number;
  readonly used: number;
  readonly reset_in_ms: number | null;
  readonly blocked_for_ms: number | null;
}

/** SQL of an account's allowances as JSON, each a `StoredAllowance`; null if there are none. */
export const allowancesOf = (accountId: string): string =>
  `(select jsonb_agg(jsonb_build_object('resource', s.resource, 'limit', s.call_limit, 'used', s.used,
              'reset_in_ms', extract(epoch from s.reset_at - clock_timestamp()) * 1000,
              'blocked_for_ms', extract(epoch from s.blocked_until - clock_timestamp()) * 1000))
       from allowances s where s.account_id = ${accountId})`;

/** SQL: joins an account with its allowance `s` of transactions, where it has one. */
export const joinTransactionsAllowance = (accountId: string): string =>
  `left join allowances s on s.account_id = ${accountId} and s.resource = 'transactions'`;

/** An account's allowance for a write. */
export interface AllowanceRecord {
  readonly account_id: number;
  readonly resource: MeteredResource;
  readonly call_limit: number;
  readonly used: number;
  readonly reset_in_ms: number | null;
  readonly blocked_for_ms: number | null;
}

/**
 * SQL: stores allowances of the accounts among `ids`.
 * @param records parameter with the JSON of `AllowanceRecord`s
 * @param ids SQL of accounts' ids
 */
export const upsertAllowances = (records: string, ids: string): string => `
    insert into allowances (account_id, resource, call_limit, used, reset_at, blocked_until)
    select s.account_id, s.resource, s.call_limit, s.used,
           clock_timestamp() + s.reset_in_ms * interval '1 millisecond',
           clock_timestamp() + s.blocked_for_ms * interval '1 millisecond'
      from jsonb_to_recordset(${records}::jsonb) as s(account_id bigint, resource text, call_limit integer, used integer,
           reset_in_ms double precision, blocked_for_ms double precision)
     where s.account_id in (${ids})
    on conflict (account_id, resource) do update
       set call_limit = excluded.call_limit, used = excluded.used, reset_at = excluded.reset_at,
           blocked_until = excluded.blocked_until`;

/**
 * SQL: stores what a call spends, for each account of `accounts`; a block stays as it is.
 * @param records parameter with the JSON of `AllowanceRecord`s without account and block
 * @param accounts name of a set with accounts' ids
 */
export const spendAllowances = (records: string, accounts: string): string => `
       insert into allowances (account_id, resource, call_limit, used, reset_at)
       select ${accounts}.id, s.resource, s.call_limit, s.used,
              clock_timestamp() + s.reset_in_ms * interval '1 millisecond'
         from ${accounts}, jsonb_to_recordset(${records}::jsonb)
                      as s(resource text, call_limit integer, used integer, reset_in_ms double precision)
       on conflict (account_id, resource) do update
          set call_limit = excluded.call_limit, used = excluded.used, reset_at = excluded.reset_at`;

/**
 * Stores used calls for details, and the time before which no more calls are made.
 * @param areTotals true if the counts are those of the whole day; otherwise they are added to the stored ones
 */
export async function addDetailsCalls(
  tx: Tx,
  records: readonly Omit<AllowanceRecord, 'resource'>[],
  areTotals: boolean,
): Promise<void> {
  await tx.query(
    `insert into allowances as s (account_id, resource, call_limit, used, reset_at, blocked_until)
     select account_id, 'details', call_limit, used, clock_timestamp() + reset_in_ms * interval '1 millisecond',
            clock_timestamp() + blocked_for_ms * interval '1 millisecond'
       from jsonb_to_recordset($1::jsonb)
         as r(account_id bigint, call_limit integer, used integer, reset_in_ms double precision,
              blocked_for_ms double precision)
     on conflict (account_id, resource) do update
        set call_limit = excluded.call_limit,
            used = excluded.used + case when $2 or s.reset_at is null or s.reset_at <= clock_timestamp()
                                        then 0 else s.used end,
            reset_at = coalesce(excluded.reset_at, s.reset_at),
            blocked_until = coalesce(excluded.blocked_until, s.blocked_until)`,
    [JSON.stringify(records), areTotals],
  );
}

/** @param ofAccount SQL that finds the rows `t` of the user's accounts */
export const allowancesTable = (ofAccount: string): UserTable => ({
  table: 'allowances',
  rowsOfUserSql: ofAccount,
});
