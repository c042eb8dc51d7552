import { AccountCategory, AccountConfig, Provider } from '@tributary/contracts';
import { leaseEnd, msUntil, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { AuthoredChange } from './account-config';
import { AccountRow, UNKNOWN_HEALTH } from './account-row';
import { StoredReconciliation } from './balances/reconciliation';
import { PickedBalances } from './balances/pick-balances';
import { AccountProfile } from '../providers/provider.port';

/** SQL: joins rows with their accounts `a`. */
export const joinAccounts = (rows: string): string =>
  `join financial_accounts a on a.id = ${rows}.account_id`;

/** SQL: joins the account `a` with an id. */
export const joinAccount = (id: string): string => `join financial_accounts a on a.id = ${id}`;

/** SQL: joins rows of connections with the connections' accounts `a`. */
export const joinAccountsOfConnections = (rows: string): string =>
  `join financial_accounts a on a.connection_id = ${rows}.connection_id`;

/** SQL: the ids of a user's accounts, as `a`. */
export const accountsOfUser = (userId: string): string =>
  `(select id from financial_accounts where user_id = ${userId}) a`;

/** SQL: the users with accounts in several currencies, as `u`. */
export const USERS_OF_CURRENCIES = `(select user_id from financial_accounts group by user_id
    having min(profile->>'currency') <> max(profile->>'currency')) u`;

/** SQL: the accounts with these ids, as `a`, with their users and providers. */
export const accountsAmong = (ids: string): string =>
  `(select id, user_id, provider from financial_accounts where id = any(${ids}::bigint[])) a`;

/** SQL: the accounts without these ids, as `a`, with their users. */
export const accountsBut = (ids: string): string =>
  `(select id, user_id from financial_accounts where id <> all(${ids}::bigint[])) a`;

/** SQL that finds the rows `t` of the accounts of the user `$1`. */
export const OF_USERS_ACCOUNTS = 't.account_id in (select id from financial_accounts where user_id = $1)';

/** Accounts are always locked in the order of their ids, so that two transactions cannot deadlock. */
const LOCKED = 'order by id for update';

/**
 * Locks and returns the accounts of a user.
 * @param connectionId null: of any
 * @param ids null: any
 */
export function lockAccountsOfUser(
  tx: Tx,
  userId: number,
  connectionId: number | null,
  ids: readonly number[] | null,
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `select * from financial_accounts
      where user_id = $1 and ($2::bigint is null or connection_id = $2)
        and ($3::bigint[] is null or id = any($3))
      ${LOCKED}`,
    [userId, connectionId, ids],
  );
}

/** Locks and returns those of the accounts that belong to the user. */
export function lockOwnAmong(tx: Tx, ids: readonly number[], userId: number): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `select * from financial_accounts where id = any($1::bigint[]) and user_id = $2 ${LOCKED}`,
    [ids, userId],
  );
}

/** Locks and returns accounts of any users. */
export function lockAccounts(tx: Tx, ids: readonly number[]): Promise<AccountRow[]> {
  return tx.query<AccountRow>(`select * from financial_accounts where id = any($1::bigint[]) ${LOCKED}`, [
    ids,
  ]);
}

/**
 * Locks and returns the accounts that SQL finds.
 * @param ids SQL of their ids; the user is `$1`
 * @param parameters from `$2` on
 */
export function lockFoundAccounts(
  tx: Tx,
  userId: number,
  ids: string,
  parameters: readonly unknown[],
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `select * from financial_accounts where user_id = $1 and id in (${ids}) ${LOCKED}`,
    [userId, ...parameters],
  );
}

/** Locks and returns the accounts of connections. */
export function lockAccountsOf(tx: Tx, connectionIds: readonly number[]): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `select * from financial_accounts where connection_id = any($1::bigint[]) ${LOCKED}`,
    [connectionIds],
  );
}

/**
 * Locks the accounts that SQL finds, and returns their ids and users.
 * @param ids SQL of their ids
 */
export function lockOwners(
  tx: Tx,
  ids: string,
  parameters: readonly unknown[],
): Promise<{ readonly id: number; readonly user_id: number }[]> {
  return tx.query<{ id: number; user_id: number }>(
    `select id, user_id from financial_accounts where id in (${ids}) ${LOCKED}`,
    parameters,
  );
}

/** Returns the users of accounts, without a lock. */
export function readOwners(
  database: Queryable,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly user_id: number }[]> {
  return database.query<{ id: number; user_id: number }>(
    'select id, user_id from financial_accounts where id = any($1::bigint[])',
    [ids],
  );
}

/** Returns the user of an account, without a lock. */
export async function readOwner(database: Queryable, id: number): Promise<number | undefined> {
  const [row] = await database.query<{ user_id: number }>(
    'select user_id from financial_accounts where id = $1',
    [id],
  );
  return row?.user_id;
}

/** Returns the connections of accounts; manual accounts have none. */
export async function readConnectionIds(
  database: Queryable,
  connectionId: number | null,
  ids: readonly number[] | null,
): Promise<number[]> {
  const rows = await database.query<{ connection_id: number }>(
    `select distinct connection_id from financial_accounts
      where connection_id is not null and (connection_id = $1 or id = any($2::bigint[]))`,
    [connectionId, ids],
  );
  return rows.map(({ connection_id: id }) => id);
}

/** Returns the ids of the accounts of a connection. */
export async function accountIdsOf(database: Queryable, connectionId: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    'select id from financial_accounts where connection_id = $1',
    [connectionId],
  );
  return rows.map(({ id }) => id);
}

/** Returns whether balances of any of a connection's accounts are synced; null if it has no accounts. */
export async function syncsBalances(database: Queryable, connectionId: number): Promise<boolean | null> {
  const [row] = await database.query<{ syncs: boolean | null }>(
    `select bool_or(enabled and covered and (config->>'sync_balances')::boolean) as syncs
       from financial_accounts where connection_id = $1`,
    [connectionId],
  );
  return row?.syncs ?? null;
}

/** Accounts of any users; every member narrows the choice. */
export interface AccountsOfUsers {
  readonly accountIds?: readonly number[] | undefined;
  readonly connectionId?: number | undefined;
  readonly userId?: number | undefined;
}

/** SQL: whether account `a` is chosen; with `choiceParameters` as the first parameters. */
export const CHOSEN = `
  ($1::bigint[] is null or a.id = any($1)) and ($2::bigint is null or a.connection_id = $2)
    and ($3::bigint is null or a.user_id = $3)`;

export function choiceParameters(choice: AccountsOfUsers): unknown[] {
  return [choice.accountIds ?? null, choice.connectionId ?? null, choice.userId ?? null];
}

export async function chosenIds(database: Queryable, choice: AccountsOfUsers): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select a.id from financial_accounts a where ${CHOSEN}`,
    choiceParameters(choice),
  );
  return rows.map(({ id }) => id);
}

/** Returns the users whose accounts are chosen. */
export async function chosenUsers(database: Queryable, choice: AccountsOfUsers): Promise<number[]> {
  const rows = await database.query<{ user_id: number }>(
    `select distinct a.user_id from financial_accounts a where ${CHOSEN} order by 1`,
    choiceParameters(choice),
  );
  return rows.map(({ user_id: id }) => id);
}

/** Locks the chosen accounts in the order of their ids. */
export async function lockChosenIds(tx: Tx, choice: AccountsOfUsers): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select a.id from financial_accounts a where ${CHOSEN} order by a.id for update`,
    choiceParameters(choice),
  );
  return rows.map(({ id }) => id);
}

/** An account's bank identification and currency. */
export interface AccountIdentity {
  readonly id: number;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly bic: string | null;
  readonly currency: string | null;
}

/** Returns the user's first 5000 accounts. */
export function readIdentities(database: Queryable, userId: number): Promise<AccountIdentity[]> {
  return database.query<AccountIdentity>(
    `select id, profile->>'iban' as iban, profile->>'bban' as bban, profile->>'bic' as bic,
            profile->>'currency' as currency
       from financial_accounts where user_id = $1 order by id limit 5000`,
    [userId],
  );
}

/** Data of an account that decides how entries of a file are stored. */
export interface TargetAccount {
  readonly id: number;
  readonly userId: number;
  readonly config: AccountConfig;
  readonly currency: string | null;
  readonly hasTransactions: boolean;
}

/** @param hasTransactions SQL: whether the account `a` has some @param lock against syncs, until the commit */
export async function readTargetAccount(
  tx: Tx,
  id: number,
  hasTransactions: string,
  lock: '' | 'for update',
): Promise<TargetAccount | null> {
  const [account] = await tx.query<TargetAccount>(
    `select id, user_id as "userId", config, profile->>'currency' as currency,
            ${hasTransactions} as "hasTransactions"
       from financial_accounts a where id = $1 ${lock}`,
    [id],
  );
  return account ?? null;
}

/** An account of a connection whose rows are mapped again. */
export interface MappedAccount {
  readonly id: number;
  readonly userId: number;
  readonly provider: Provider;
  readonly config: AccountConfig;
  readonly currency: string | null;
  readonly category: AccountCategory;
}

/** Returns the account, locked; null if it was deleted or is a manual one. */
export async function lockMappedAccount(tx: Tx, id: number): Promise<MappedAccount | null> {
  const [account] = await tx.query<MappedAccount>(
    `select id, user_id as "userId", provider, config, profile->>'currency' as currency,
            coalesce(profile->>'account_category', 'BANK') as category
       from financial_accounts where id = $1 and connection_id is not null for update`,
    [id],
  );
  return account ?? null;
}

/** A manual account. */
export interface AccountByHandRecord {
  readonly externalId: string;
  readonly profile: AccountProfile;
  readonly config: AccountConfig;
  readonly own: AuthoredChange;
}

export async function insertByHand(
  tx: Tx,
  userId: number,
  { externalId, profile, config, own }: AccountByHandRecord,
): Promise<AccountRow> {
  const [row] = await tx.query<AccountRow>(
    `insert into financial_accounts (user_id, provider, external_id, identity_key, profile, config, own_config, health,
                                     history_state)
     values ($1, 'MANUAL', $2, 'hand:' || $2, $3, $4, $5, $6, 'COMPLETE')
     returning *`,
    [
      userId,
      externalId,
      JSON.stringify(profile),
      JSON.stringify(config),
      JSON.stringify(own),
      JSON.stringify(UNKNOWN_HEALTH),
    ],
  );
  return stored(row);
}

function stored<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('the account is missing');
  return row;
}

/**
 * Returns SQL assignments that reopen the history of account `a` before a day.
 * @param day SQL of the day; its null reopens nothing
 */
export function reopening(day: string): string {
  return `
    history_state = case when ${day} is null then a.history_state else 'LOADING' end,
    backfill_cursor = coalesce(${day}, a.backfill_cursor),
    history_end_reason = case when ${day} is null then a.history_end_reason end`;
}

/** The configuration of an account from now on. */
export interface ConfigRecord {
  readonly id: number;
  readonly config: AccountConfig;
  readonly own_config: AuthoredChange;
  /** The day before which its history is loaded again; null: it is not. */
  readonly reopened_from: string | null;
}

/**
 * Updates configurations. Turning `sync_auto` on makes an account due, turning it off removes it from the schedule. A
 * reopened history makes it due, too.
 */
export function updateConfigs(tx: Tx, records: readonly ConfigRecord[]): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `update financial_accounts a
        set config = r.config, own_config = r.own_config, version = a.version + 1, updated_at = now(),
            enrichment_due_at = case
              when a.config->'enrichment' <> r.config->'enrichment' then now() else a.enrichment_due_at end,
            ${reopening('r.reopened_from')},
            sync_cursor = case when r.reopened_from is null then a.sync_cursor end,
            next_sync_at = case
              when a.connection_id is null then null
              when not (r.config->>'sync_auto')::boolean then null
              when not (a.config->>'sync_auto')::boolean or r.reopened_from is not null then greatest(now(), a.next_allowed_at)
              else a.next_sync_at end
       from jsonb_to_recordset($1::jsonb) as r(id bigint, config jsonb, own_config jsonb, reopened_from date)
      where a.id = r.id
     returning a.*`,
    [JSON.stringify(records)],
  );
}

/** The user's settings of an account. */
export interface AccountSettings {
  readonly custom_name: string | null;
  readonly enabled: boolean;
  readonly time_zone: string | null;
  readonly config: AccountConfig;
  readonly own_config: AuthoredChange;
}

/** Updates settings like `updateConfigs`; enabling an account makes it due, disabling removes it from the schedule. */
export async function updateSettings(
  tx: Tx,
  id: number,
  settings: AccountSettings,
  reopenedFrom: string | null,
): Promise<AccountRow> {
  const [row] = await tx.query<AccountRow>(
    `update financial_accounts a
        set custom_name = $2, enabled = $3, time_zone = $7,
            time_zone_changed = a.time_zone_changed or a.time_zone is distinct from $7, config = $4::jsonb, own_config = $6, version = a.version + 1, updated_at = now(),
            enrichment_due_at = case
              when a.config->'enrichment' <> $4::jsonb->'enrichment' then now() else a.enrichment_due_at end,
            ${reopening('$5::date')},
            sync_cursor = case when $5::date is null then a.sync_cursor end,
            next_sync_at = case
              when a.connection_id is null then null
              when not $3 or not ($4::jsonb->>'sync_auto')::boolean then null
              when not a.enabled or not (a.config->>'sync_auto')::boolean or $5::date is not null
                then greatest(now(), a.next_allowed_at)
              else a.next_sync_at end
      where id = $1
     returning a.*`,
    [
      id,
      settings.custom_name,
      settings.enabled,
      JSON.stringify(settings.config),
      reopenedFrom,
      JSON.stringify(settings.own_config),
      settings.time_zone,
    ],
  );
  return stored(row);
}

export async function deleteRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute('delete from financial_accounts where id = any($1::bigint[])', [ids]);
}

/** Stops all syncs of the user's accounts; a running sync can write nothing more. */
export async function stopSyncsOf(tx: Tx, userId: number): Promise<void> {
  await tx.execute(
    `update financial_accounts
        set enabled = false, next_sync_at = null, sync_requested_at = null, present_user_sealed = null,
            lease_until = null, fence = fence + 1
      where user_id = $1`,
    [userId],
  );
}

/** The balances that an account shows. */
export type PublishedBalances = PickedBalances & { readonly snapshotAt: string };

export type WithBalances = AccountRow & {
  readonly balance_digest: string | null;
  readonly balances_published: PublishedBalances | null;
};

export async function readWithBalances(tx: Tx, id: number): Promise<WithBalances> {
  const [row] = await tx.query<WithBalances>('select * from financial_accounts where id = $1', [id]);
  return stored(row);
}

/** Raises the version of an account's balances without changing them. */
export async function countBalanceVersion(tx: Tx, id: number): Promise<WithBalances> {
  const [row] = await tx.query<WithBalances>(
    `update financial_accounts set balance_version = balance_version + 1, version = version + 1, updated_at = now()
      where id = $1 returning *`,
    [id],
  );
  return stored(row);
}

/** @param areSome whether any balance exists */
export async function updateShownBalances(
  tx: Tx,
  id: number,
  digest: string,
  published: PublishedBalances,
  areSome: boolean,
): Promise<WithBalances> {
  const [row] = await tx.query<WithBalances>(
    `update financial_accounts
        set balances_synced_at = case when $4 then now() end, balance_version = balance_version + 1,
            balance_digest = $2, balances_published = $3, version = version + 1, updated_at = now()
      where id = $1 returning *`,
    [id, digest, JSON.stringify(published), areSome],
  );
  return stored(row);
}

export async function updateReconciliations(
  tx: Tx,
  records: readonly { readonly id: number; readonly reconciliation: StoredReconciliation }[],
): Promise<void> {
  await tx.execute(
    `update financial_accounts a set reconciliation = r.reconciliation
       from jsonb_to_recordset($1::jsonb) as r(id bigint, reconciliation jsonb)
      where a.id = r.id`,
    [JSON.stringify(records)],
  );
}

/** @param counts of entries, by account @param at ISO time */
export async function updateUncompared(
  tx: Tx,
  counts: ReadonlyMap<number, number>,
  at: string,
): Promise<void> {
  await tx.execute(
    `update financial_accounts a set uncompared = jsonb_build_object('entries', r.entries, 'at', $3::text)
       from unnest($1::bigint[], $2::int[]) as r(id, entries) where a.id = r.id`,
    [[...counts.keys()], [...counts.values()], at],
  );
}

/**
 * Returns the digest of a manual account's holdings, and locks the account; undefined if the user has no such account.
 */
export async function lockHoldingsDigest(
  tx: Tx,
  id: number,
  userId: number,
): Promise<{ readonly digest: string | null } | undefined> {
  const [account] = await tx.query<{ digest: string | null }>(
    `select holdings_digest as digest from financial_accounts
      where id = $1 and user_id = $2 and connection_id is null for update`,
    [id, userId],
  );
  return account;
}

/** @returns the version of the holdings, and when they were published */
export async function updateHoldingsDigest(
  tx: Tx,
  id: number,
  digest: string,
): Promise<{ readonly version: number; readonly at: Date } | undefined> {
  const [saved] = await tx.query<{ version: number; at: Date }>(
    `update financial_accounts
        set holdings_version = holdings_version + 1, holdings_digest = $2, holdings_synced_at = now(),
            holdings_published_at = now()
      where id = $1 returning holdings_version as version, holdings_published_at as at`,
    [id, digest],
  );
  return saved;
}

/**
 * Recounts the unread rows of an account.
 * @param countOf SQL of their number, by SQL of an account's id
 */
export async function recountUnreadRows(
  tx: Tx,
  id: number,
  countOf: (accountId: string) => string,
): Promise<AccountRow> {
  const [row] = await tx.query<AccountRow>(
    `update financial_accounts a
        set unread_rows = ${countOf('a.id')},
            version = a.version + 1, updated_at = now()
      where a.id = $1
     returning a.*`,
    [id],
  );
  return stored(row);
}

/**
 * Recounts the unread rows of many accounts, which are published later.
 * @returns those whose number changed
 */
export function recountAllUnreadRows(
  tx: Tx,
  ids: readonly number[],
  countOf: (accountId: string) => string,
): Promise<{ readonly id: number; readonly unread_rows: number }[]> {
  return tx.query<{ id: number; unread_rows: number }>(
    `update financial_accounts a set unread_rows = r.unread_rows
       from (select i.id, ${countOf('i.id')} as unread_rows
               from unnest($1::bigint[]) as i(id)) r
      where a.id = r.id and a.unread_rows <> r.unread_rows
     returning a.id, a.unread_rows`,
    [ids],
  );
}

/** Marks the account's transactions for enrichment. */
export async function scheduleEnrichment(tx: Tx, id: number): Promise<void> {
  await tx.execute('update financial_accounts set enrichment_due_at = clock_timestamp() where id = $1', [id]);
}

/** Returns the time until the next account is due for enrichment; null if none is. */
export async function nextEnrichmentInMs(database: Queryable): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(enrichment_due_at)')} as in_ms from financial_accounts`,
  );
  return next?.in_ms ?? null;
}

/** A claim to enrich an account, valid while the account's mark is the same. */
export interface EnrichmentClaim {
  readonly id: number;
  readonly user_id: number;
  readonly config: AccountConfig;
  readonly mark: string;
}

export async function claimEnrichment(
  database: Queryable,
  leaseMs: number,
): Promise<EnrichmentClaim | undefined> {
  const [due] = await database.query<EnrichmentClaim>(
    `update financial_accounts set enrichment_due_at = ${leaseEnd('$1')}
      where id = (select id from financial_accounts where enrichment_due_at <= now()
                   order by enrichment_due_at limit 1 for update skip locked)
     returning id, user_id, config, enrichment_due_at::text as mark`,
    [leaseMs],
  );
  return due;
}

export async function postponeEnrichment(
  database: Queryable,
  { id, mark }: Pick<EnrichmentClaim, 'id' | 'mark'>,
  byMs: number,
): Promise<void> {
  await database.execute(
    `update financial_accounts set enrichment_due_at = ${leaseEnd('$3')}
      where id = $1 and enrichment_due_at = $2::timestamptz`,
    [id, mark, byMs],
  );
}

/**
 * Extends a claim, or ends it with its last write.
 * @returns the next mark; undefined if the claim was lost
 */
export async function extendEnrichment(
  tx: Tx,
  { id, mark }: Pick<EnrichmentClaim, 'id' | 'mark'>,
  leaseMs: number,
  isLast: boolean,
): Promise<{ readonly mark: string | null } | undefined> {
  const [held] = await tx.query<{ mark: string | null }>(
    `update financial_accounts set enrichment_due_at = case when $4::boolean then null else ${leaseEnd('$3')} end
      where id = $1 and enrichment_due_at = $2::timestamptz returning enrichment_due_at::text as mark`,
    [id, mark, leaseMs, isLast],
  );
  return held;
}

/** The queries of a replay of all accounts: count them, and SQL of the next `$2` above the id `$1`. */
export const ALL_ACCOUNTS = {
  totalSql: 'select count(*) as count from financial_accounts',
  nextRowsQuery: 'select * from financial_accounts where id > $1 order by id limit $2',
} as const;

/**
 * The queries of a replay of accounts with balances.
 * @param columns SQL of account `a`
 */
export const accountsWithBalances = (columns: string) => ({
  totalSql: 'select count(*) as count from financial_accounts where balance_version > 0',
  nextRowsQuery: `select ${columns} from financial_accounts a
          where a.id > $1 and a.balance_version > 0 order by a.id limit $2`,
});

/** SQL: columns of the account with an id, as rows `s`. @param columns SQL of account `a` */
export const accountAs = (columns: string, id: string): string =>
  `lateral (select ${columns} from financial_accounts a where a.id = ${id}) s`;

/** Data for a replay of holdings, of accounts whose holdings were published. */
export interface HoldingsAccount {
  readonly id: number;
  readonly user_id: number;
  readonly holdings_version: number;
  readonly published_at: Date;
}

export const ACCOUNTS_WITH_HOLDINGS = {
  totalSql: 'select count(*) as count from financial_accounts where holdings_version > 0',
  nextRowsQuery: (tx: Tx, after: number, limit: number): Promise<HoldingsAccount[]> =>
    tx.query<HoldingsAccount>(
      `select id, user_id, holdings_version, coalesce(holdings_published_at, holdings_synced_at, updated_at) as published_at
         from financial_accounts where id > $1 and holdings_version > 0 order by id limit $2`,
      [after, limit],
    ),
} as const;

/** Columns of an account that only syncs use. */
const SYNC_BOOKKEEPING = [
  'sync_cursor',
  'fence',
  'lease_until',
  'lost_syncs',
  'present_user_sealed',
  'balance_digest',
  'holdings_digest',
];

export const ACCOUNTS_TABLE: UserTable = {
  table: 'financial_accounts',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'accounts', omittedColumns: SYNC_BOOKKEEPING },
};
