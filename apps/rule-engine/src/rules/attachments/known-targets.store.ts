import { joinJob } from '@tributary/jobs';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { AccountFacts } from '../../evaluation/documents/facts';

/** An account as published by ingestion-sync; a deleted one stays as a tombstone. */
export interface KnownAccount {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
  readonly deleted: boolean;
  /** The members that rules may read. */
  readonly facts: AccountFacts;
}

/**
 * Stores the newest state of each account.
 * @returns the ids of the accounts whose state was newer than the stored one
 */
export async function saveAccounts(tx: Tx, accounts: readonly KnownAccount[]): Promise<number[]> {
  const latest = new Map<number, KnownAccount>();
  for (const { id, userId, version, deleted, facts } of accounts) {
    if (version > (latest.get(id)?.version ?? 0)) latest.set(id, { id, userId, version, deleted, facts });
  }
  const saved = await tx.query<{ id: number }>(
    `insert into accounts (id, user_id, version, deleted, facts)
     select id, "userId", version, deleted, facts
       from json_to_recordset($1::json)
            as row(id bigint, "userId" bigint, version integer, deleted boolean, facts json)
      order by id
     on conflict (id) do update
        set user_id = excluded.user_id, version = excluded.version, deleted = excluded.deleted,
            facts = excluded.facts
      where excluded.version > accounts.version
     returning id`,
    [JSON.stringify([...latest.values()])],
  );
  return saved.map(({ id }) => id);
}

/** A transfer link as published by transfer-engine; a deleted one stays as a tombstone. */
export interface StoredLink {
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly destinationType: string;
  readonly carriesTransactions: boolean;
  /** The latest version of a history request that was handled. */
  readonly historyVersion: number;
  /** The scopes of its author's grant; null for all. */
  readonly authorScopes: readonly string[] | null;
}

/** Stores the newer states; the list has each link at most once. */
export async function saveLinks(tx: Tx, links: readonly StoredLink[]): Promise<void> {
  await tx.execute(
    `insert into transfer_links (id, account_id, user_id, version, deleted, destination_type,
                                 carries_transactions, history_version, author_scopes)
     select id, "accountId", "userId", version, deleted, "destinationType", "carriesTransactions",
            "historyVersion", "authorScopes"
       from json_to_recordset($1::json) as row(
            id bigint, "accountId" bigint, "userId" bigint, version integer, deleted boolean,
            "destinationType" text, "carriesTransactions" boolean, "historyVersion" integer, "authorScopes" jsonb)
      order by id
     on conflict (id) do update set
       account_id = excluded.account_id, user_id = excluded.user_id, version = excluded.version,
       deleted = excluded.deleted, destination_type = excluded.destination_type,
       carries_transactions = excluded.carries_transactions, history_version = excluded.history_version,
       author_scopes = excluded.author_scopes
     where excluded.version > transfer_links.version`,
    [JSON.stringify(links)],
  );
}

/** The members of a link that decide how its next event is handled. */
export type LinkState = Pick<StoredLink, 'id' | 'version' | 'carriesTransactions' | 'historyVersion'>;

/** Returns the links by id, including deleted ones. */
export async function linkStates(tx: Tx, ids: readonly number[]): Promise<Map<number, LinkState>> {
  const rows = await tx.query<LinkState>(
    `select id, version, carries_transactions as "carriesTransactions", history_version as "historyVersion"
       from transfer_links where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether the query locks the rows against other changes of their rules. */
export type Lock = 'for update' | '';

/** A link that is not deleted. */
export type KnownLink = Pick<StoredLink, 'id' | 'accountId' | 'userId' | 'destinationType'>;

export function linksById(database: Queryable, ids: readonly number[], lock: Lock): Promise<KnownLink[]> {
  return database.query<KnownLink>(
    `select id, account_id as "accountId", user_id as "userId", destination_type as "destinationType"
       from transfer_links where id = any($1::bigint[]) and not deleted order by id ${lock}`,
    [ids],
  );
}

/** Returns the accounts that are not deleted, with their owners. */
export function accountsById(
  database: Queryable,
  ids: readonly number[],
  lock: Lock,
): Promise<{ id: number; userId: number }[]> {
  return database.query(
    `select id, user_id as "userId" from accounts
      where id = any($1::bigint[]) and not deleted order by id ${lock}`,
    [ids],
  );
}

/**
 * Returns the user's accounts that are not deleted.
 * @param among null for all
 */
export async function accountsOfUser(
  tx: Tx,
  userId: number,
  among: readonly number[] | null,
): Promise<number[]> {
  const own = await tx.query<{ id: number }>(
    `select id from accounts where user_id = $1 and not deleted and ($2::bigint[] is null or id = any($2::bigint[]))`,
    [userId, among],
  );
  return own.map(({ id }) => id);
}

/** Locks accounts, then links, including deleted ones, against other changes of their rules. */
export async function lockAccountsAndLinks(
  tx: Queryable,
  accountIds: readonly number[],
  linkIds: readonly number[],
): Promise<void> {
  for (const [table, ids] of [
    ['accounts', accountIds],
    ['transfer_links', linkIds],
  ] as const) {
    await tx.query(`select id from ${table} where id = any($1::bigint[]) order by id for update`, [ids]);
  }
}

/** A link's history: the number of its account's stored transactions that are shaped for it. */
export interface LinkHistory {
  readonly transferLinkId: number;
  readonly historyVersion: number;
  readonly financialAccountId: number;
  readonly userId: number;
  readonly transactionsTotal: number;
}

/**
 * Returns the histories of links that requested one.
 * @param job the kind of the jobs that shape the history, and SQL of such a job's key
 */
export function linkHistories(
  tx: Tx,
  ids: readonly number[],
  job: { readonly kind: string; readonly key: (accountId: string, linkId: string) => string },
): Promise<LinkHistory[]> {
  return tx.query<LinkHistory>(
    `select l.id as "transferLinkId", l.history_version as "historyVersion", l.account_id as "financialAccountId",
            l.user_id as "userId", coalesce((r.payload ->> 'transactionsTotal')::int, 0) as "transactionsTotal"
       from transfer_links l
       ${joinJob('r', job.kind, job.key('l.account_id', 'l.id'))}
      where l.id = any($1::bigint[]) and l.history_version > 0 order by l.id`,
    [ids],
  );
}

export const TARGET_TABLES: readonly UserTable[] = [
  { table: 'transfer_links', rowsOfUserSql: 't.user_id = $1' },
  { table: 'accounts', rowsOfUserSql: 't.user_id = $1' },
];
