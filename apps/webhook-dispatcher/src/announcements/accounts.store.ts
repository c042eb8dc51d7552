import { AccountDocument, AccountUpsertedV1, EventPayload, KnownAccount } from '@tributary/contracts';
import { among, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { createHash } from 'node:crypto';
import { Change, changeOf, GONE } from './changes/change';

/** An account as published by ingestion-sync; `deleted` ones are tombstones. */
export interface StoredAccount extends KnownAccount {
  readonly deleted: boolean;
  readonly connectionId: number | null;
}

/** A newer state of an account; the document is null if it was deleted. */
export interface AccountState {
  readonly id: number;
  readonly version: number;
  readonly userId: number;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly document: AccountDocument | null;
}

interface AccountRow {
  id: number;
  deleted: boolean;
  connection_id: number | null;
  document: AccountDocument | null;
  created_at: Date | null;
  updated_at: Date | null;
  has_balance: boolean;
  available: string | null;
  cleared: string | null;
}

/**
 * Returns the state of an account whose event has not arrived: topics are not ordered relative to each other, so its
 * data may arrive first.
 */
export function unseenAccount(id: number): KnownAccount {
  return { id, document: null, createdAt: null, updatedAt: null, balance: null };
}

/** Returns the known accounts, by id. */
export async function loadAccounts(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredAccount>> {
  const { sql, value } = among(ids);
  const rows = await tx.queryPrepared<AccountRow>(
    `select a.id, a.deleted, a.connection_id, a.document, a.created_at, a.updated_at,
            b.account_id is not null as has_balance, b.available, b.cleared
       from accounts a left join announced_balances b on b.account_id = a.id
      where a.id ${sql}`,
    [value],
  );
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/** Stores the newer states, at most one of each account; returns the changes for subscribers. */
export async function recordAccounts(
  tx: Queryable,
  states: readonly AccountState[],
): Promise<ReadonlyMap<number, Change>> {
  const rows = await tx.query<{ id: number; previous_hash: string | null; hash: string }>(
    `insert into accounts as t
            (id, user_id, version, deleted, connection_id, hash, document, created_at, updated_at)
     select id, user_id, version, document is null, connection_id, hash, document, created_at, updated_at
       from jsonb_to_recordset($1) as row(id bigint, user_id bigint, version integer, connection_id bigint,
            hash text, document jsonb, created_at timestamptz, updated_at timestamptz)
     on conflict (id) do update
        set version = excluded.version, deleted = excluded.deleted, document = excluded.document,
            connection_id = coalesce(excluded.connection_id, t.connection_id),
            hash = excluded.hash, previous_hash = t.hash,
            created_at = coalesce(excluded.created_at, t.created_at), updated_at = excluded.updated_at
      where excluded.version > t.version
     returning id, previous_hash, hash`,
    [JSON.stringify(states.map(toRow))],
  );
  return new Map(rows.map((row) => [row.id, changeOf(row.previous_hash, row.hash)]));
}

/** Returns the accounts of each connection, including deleted ones. */
export async function accountsOfConnections(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await tx.query<{ connection_id: number; account_ids: number[] }>(
    `select connection_id, jsonb_agg(id) as account_ids from accounts
      where connection_id = any($1::bigint[]) group by connection_id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.connection_id, row.account_ids]));
}

/** SQL that finds the rows `t` of other tables that belong to accounts of the user `$1`. */
export const OF_USERS_ACCOUNTS = 't.account_id in (select id from accounts where user_id = $1)';

export const ACCOUNTS_TABLE: UserTable = { table: 'accounts', rowsOfUserSql: 't.user_id = $1' };

/**
 * Returns a hash of the members that subscribers see. The sync times (last synced, last attempt, schedule) change with
 * every sync, so they do not count; of a reconciliation only a new difference counts.
 */
export function accountHash(document: EventPayload<typeof AccountUpsertedV1>['document']): string {
  const {
    details_last_synced_at: _details,
    transactions_last_synced_at: _transactions,
    balances_last_synced_at: _balances,
    sync: _plan,
    reconciliation,
    health: { last_attempt_at: _attempt, ...health },
    ...rest
  } = document;
  return createHash('sha256')
    .update(JSON.stringify({ ...rest, health, difference: reconciliation?.difference ?? null }))
    .digest('base64url');
}

function toRow(state: AccountState): object {
  return {
    id: state.id,
    user_id: state.userId,
    version: state.version,
    connection_id: state.document?.financial_connection_id ?? null,
    hash: state.document ? accountHash(state.document) : GONE,
    document: state.document,
    created_at: state.createdAt,
    updated_at: state.updatedAt,
  };
}

function fromRow(row: AccountRow): StoredAccount {
  return {
    id: row.id,
    deleted: row.deleted,
    connectionId: row.connection_id,
    document: row.document,
    createdAt: row.created_at?.toISOString() ?? null,
    updatedAt: row.updated_at?.toISOString() ?? null,
    balance: row.has_balance ? { available: row.available, cleared: row.cleared } : null,
  };
}
