import { Tx } from '@tributary/persistence';
import { isErasedUser, UserTable } from '@tributary/service';

/** The columns of an account that this service needs. */
export interface AccountRow {
  readonly id: number;
  readonly version: number;
  readonly user_id: number;
  readonly deleted: boolean;
  readonly currency: string | null;
}

/**
 * Inserts or updates accounts by their newest versions; erased users get none. A deletion is final: ids are never used
 * again. @param rows one for each account
 */
export async function upsertAccounts(tx: Tx, rows: readonly AccountRow[]): Promise<void> {
  await tx.execute(
    `insert into accounts as t (id, version, user_id, deleted, currency)
     select id, version, user_id, deleted, currency
       from jsonb_to_recordset($1) as row(id bigint, version bigint, user_id bigint, deleted boolean, currency text)
      where not ${isErasedUser('row.user_id')}
      order by id
     on conflict (id) do update
        set version = excluded.version, user_id = excluded.user_id, deleted = t.deleted or excluded.deleted,
            currency = excluded.currency
      where excluded.version > t.version`,
    [JSON.stringify(rows)],
  );
}

/** An account's last balance. */
export interface BalanceRow {
  /** The account's id. */
  readonly id: number;
  readonly user_id: number;
  readonly version: number;
  readonly currency: string | null;
  readonly cleared: string | null;
  readonly available: string | null;
  readonly snapshot_at: string;
}

/**
 * Inserts or updates balances by their newest versions; deleted accounts and erased users get none.
 * @param rows one for each account
 */
export async function upsertBalances(tx: Tx, rows: readonly BalanceRow[]): Promise<void> {
  await tx.execute(
    `insert into account_balances as t (account_id, version, currency, cleared, available, snapshot_at)
     select id, version, currency, cleared, available, snapshot_at
       from jsonb_to_recordset($1) as row(id bigint, user_id bigint, version bigint, currency text,
            cleared numeric, available numeric, snapshot_at timestamptz)
      where not exists (select 1 from accounts a where a.id = row.id and a.deleted)
        and not ${isErasedUser('row.user_id')}
      order by id
     on conflict (account_id) do update
        set version = excluded.version, currency = excluded.currency, cleared = excluded.cleared,
            available = excluded.available, snapshot_at = excluded.snapshot_at
      where excluded.version > t.version`,
    [JSON.stringify(rows)],
  );
}

export async function deleteBalances(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.execute('delete from account_balances where account_id = any($1::bigint[])', [accountIds]);
}

/**
 * Returns the accounts that are not deleted, with their users, and locks them until the transaction ends so that none
 * is deleted meanwhile.
 */
export function lockAccounts(tx: Tx, ids: readonly number[]): Promise<{ id: number; userId: number }[]> {
  return tx.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from accounts where id = any($1) and not deleted order by id for no key update`,
    [ids],
  );
}

/** SQL that joins `a`, or another alias, the account of this id. */
export const joinAccounts = (id: string, alias = 'a'): string =>
  `join accounts ${alias} on ${alias}.id = ${id}`;

/** SQL that joins `b`, the last balance of the account of this id. */
export const joinBalances = (accountId: string): string =>
  `join account_balances b on b.account_id = ${accountId}`;

/** SQL condition: the account of this id is deleted. */
export const isAccountDeleted = (id: string): string =>
  `exists (select from accounts a where a.id = ${id} and a.deleted)`;

export const BALANCES_TABLE: UserTable = {
  table: 'account_balances',
  rowsOfUserSql: 't.account_id in (select id from accounts where user_id = $1)',
};

export const ACCOUNTS_TABLE: UserTable = { table: 'accounts', rowsOfUserSql: 't.user_id = $1' };
