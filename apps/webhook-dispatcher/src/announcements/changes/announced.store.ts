import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { UNDER_REVIEW } from './change';

/** A newer version that was stored: its resource, and the hash of the previous version. */
interface Replaced {
  readonly previous_hash: string | null;
  readonly hash: string;
}

export interface AnnouncedTransaction {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly hash: string;
}

/**
 * Stores the newer versions, at most one of each transaction. A transaction that comes under review retains its
 * announced hash.
 * @returns the last announced hashes of the newer ones, by transaction
 */
export async function storeTransactions(
  tx: Tx,
  transactions: readonly AnnouncedTransaction[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await tx.queryPrepared<{ id: number; previous_hash: string | null }>(
    `insert into announced_transactions as t (transaction_id, account_id, shaped_version, hash)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[])
     on conflict (transaction_id) do update
        set account_id = excluded.account_id, shaped_version = excluded.shaped_version,
            hash = case when excluded.hash = '${UNDER_REVIEW}' then t.hash else excluded.hash end,
            previous_hash = t.hash
      where excluded.shaped_version > t.shaped_version
     returning transaction_id as id, previous_hash`,
    [
      transactions.map(({ id }) => id),
      transactions.map(({ accountId }) => accountId),
      transactions.map(({ version }) => version),
      transactions.map(({ hash }) => hash),
    ],
  );
  return new Map(rows.map((row) => [row.id, row.previous_hash]));
}

export interface AnnouncedBalance {
  readonly accountId: number;
  readonly version: number;
  readonly hash: string;
  readonly available: string | null;
  readonly cleared: string | null;
}

/** Stores the newer snapshots, at most one of each account, and returns them. */
export function storeBalances(
  tx: Queryable,
  balances: readonly AnnouncedBalance[],
): Promise<(Replaced & { readonly account_id: number })[]> {
  return tx.query(
    `insert into announced_balances as t (account_id, version, hash, available, cleared)
     select * from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[])
     on conflict (account_id) do update
        set version = excluded.version, hash = excluded.hash, previous_hash = t.hash,
            available = excluded.available, cleared = excluded.cleared
      where excluded.version > t.version
     returning account_id, previous_hash, hash`,
    [
      balances.map(({ accountId }) => accountId),
      balances.map(({ version }) => version),
      balances.map(({ hash }) => hash),
      balances.map(({ available }) => available),
      balances.map(({ cleared }) => cleared),
    ],
  );
}

export interface AnnouncedHoldings {
  readonly accountId: number;
  readonly part: number;
  readonly version: number;
  readonly hash: string;
}

/** Stores the newer snapshots, at most one of each account's parts, and returns them. */
export function storeHoldings(
  tx: Queryable,
  parts: readonly AnnouncedHoldings[],
): Promise<(Replaced & { readonly account_id: number; readonly part: number })[]> {
  return tx.query(
    `insert into announced_holdings as t (account_id, part, version, hash)
     select * from unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[])
     on conflict (account_id, part) do update
        set version = excluded.version, hash = excluded.hash, previous_hash = t.hash
      where excluded.version > t.version
     returning account_id, part, previous_hash, hash`,
    [
      parts.map(({ accountId }) => accountId),
      parts.map(({ part }) => part),
      parts.map(({ version }) => version),
      parts.map(({ hash }) => hash),
    ],
  );
}

/** A version of a connection or a rule. */
export interface AnnouncedVersion {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
}

/**
 * Stores the newest versions, at most one of each connection.
 * @returns the versions that were newer than the stored ones
 */
export async function storeConnections(
  tx: Queryable,
  connections: readonly AnnouncedVersion[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ connection_id: number }>(
    `insert into announced_connections as t (connection_id, user_id, version)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[])
     on conflict (connection_id) do update set version = excluded.version
      where excluded.version > t.version
     returning connection_id`,
    columnsOf(connections),
  );
  return new Set(rows.map((row) => row.connection_id));
}

/**
 * Stores the newest announced versions, at most one of each rule.
 * @returns the versions that were newer than the stored ones
 */
export async function storeRules(
  tx: Queryable,
  rules: readonly AnnouncedVersion[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ rule_id: number }>(
    `insert into announced_rules as t (rule_id, user_id, version)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[])
     on conflict (rule_id) do update set version = excluded.version
      where excluded.version > t.version
     returning rule_id`,
    columnsOf(rules),
  );
  return new Set(rows.map((row) => row.rule_id));
}

function columnsOf(versions: readonly AnnouncedVersion[]): number[][] {
  return [
    versions.map(({ id }) => id),
    versions.map(({ userId }) => userId),
    versions.map(({ version }) => version),
  ];
}

/**
 * Returns the tables of announced versions for the export and erasure of user data.
 * @param ofAccount SQL that finds the rows `t` of the user's accounts
 */
export function announcedTables(ofAccount: string): readonly UserTable[] {
  return [
    { table: 'announced_transactions', rowsOfUserSql: ofAccount },
    { table: 'announced_balances', rowsOfUserSql: ofAccount },
    { table: 'announced_holdings', rowsOfUserSql: ofAccount },
    { table: 'announced_connections', rowsOfUserSql: 't.user_id = $1' },
    { table: 'announced_rules', rowsOfUserSql: 't.user_id = $1' },
  ];
}
