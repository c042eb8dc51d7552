import { Author, DestinationType, TransferOperation } from '@tributary/contracts';
import { Tx, Queryable } from '@tributary/persistence';
import { LogTable, UserTable, WaitingWork } from '@tributary/service';
import { isAccountDeleted } from '../accounts/accounts.store';
import {
  DISABLED_UNITS,
  joinTargets,
  userOfTarget,
} from '../destinations/connections/resources/targets.store';
import { BookedField, HeldContent } from '../destinations/destination.port';
import { TransferContent } from '../destinations/transfer-content';
import { joinLinks, LINK_CARRIES } from './carrying-links.store';
import { Transfer } from './transfer';
import { LoggedRow } from './transfer-logged';

/** A transfer that is to be published, with its account and its user. */
export interface PublishedRow extends LoggedRow {
  readonly accountId: number;
  readonly userId: number;
}

/** Columns of `transfers t`. */
const PUBLISHED_COLUMNS = `t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId", t.state,
  t.ended_by as "endedBy", t.destination_transaction_id as "destinationTransactionId", t.maybe_sent as "maybeSent",
  coalesce(t.changed_there, '{}') as "changedThere", t.locked_there as "lockedThere",
  t.account_id as "accountId", t.user_id as "userId"`;

/** A transfer that a user chose by one of its logs. */
export interface ChosenTransfer extends Transfer, PublishedRow {
  readonly logId: number;
  readonly log: { readonly operation: TransferOperation; readonly succeeded: boolean };
  readonly destinationId: number;
  readonly linkStands: boolean;
  readonly linkCarries: boolean;
  /** The author of the link. */
  readonly author: Author;
}

/** Returns the user's transfers of these logs, locked until the transaction ends, in the order of their ids. */
export function lockTransfersOfLogs(
  tx: Tx,
  userId: number,
  logIds: readonly number[],
): Promise<ChosenTransfer[]> {
  return tx.query<ChosenTransfer>(
    `select g.id as "logId", json_build_object('operation', g.operation, 'succeeded', g.succeeded) as log,
            t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId",
            t.destination_id as "destinationId", t.account_id as "accountId", t.user_id as "userId", t.state, t.operation,
            t.content, t.sent_content as "sentContent", t.maybe_sent as "maybeSent",
            t.destination_transaction_id as "destinationTransactionId", t.ended_by as "endedBy", t.generation,
            t.waits_for_currency as "waitsForCurrency",
            coalesce(t.changed_there, '{}') as "changedThere", t.locked_there as "lockedThere",
            not l.deleted and l.destination_id = t.destination_id and l.financial_account_id = t.account_id as "linkStands",
            ${LINK_CARRIES} as "linkCarries", l.author
       from transfer_logs g
       join transfers t on t.id = g.transfer_id
       ${joinLinks('t.link_id')}
      where g.id = any($1::bigint[]) and t.user_id = $2
      order by t.id, g.id for update of t`,
    [logIds, userId],
  );
}

/** The state of a transfer after a manual decision. */
export interface DecidedRow {
  readonly id: number;
  readonly version: number;
  readonly state: string;
  readonly operation: TransferOperation | null;
  readonly sent_content: TransferContent | null;
  readonly maybe_sent: boolean;
  readonly destination_transaction_id: string | null;
  readonly ended_by: string | null;
  readonly generation: number;
  readonly import_id: string;
}

/**
 * Saves manual decisions: the transfers are due now or on their day, with the count of attempts reset. Recorded changes
 * by the user at the destination are reset.
 */
export async function saveDecided(tx: Tx, rows: readonly DecidedRow[]): Promise<void> {
  await tx.execute(
    `update transfers t
        set version = n.version, state = n.state, operation = n.operation, sent_content = n.sent_content,
            maybe_sent = n.maybe_sent, destination_transaction_id = n.destination_transaction_id,
            ended_by = n.ended_by, generation = n.generation, import_id = n.import_id,
            waits_for_currency = false, changed_there = null, locked_there = false, held_content = null, attempts = 0, last_error = null,
            due_at = case when n.operation = 'CREATE'
                          then greatest(now(), (t.content ->> 'date')::date at time zone 'UTC') else now() end
       from jsonb_to_recordset($1) as n(id bigint, version bigint, state text, operation text, sent_content jsonb,
              maybe_sent boolean, destination_transaction_id text, ended_by text, generation integer,
              import_id text)
      where t.id = n.id`,
    [JSON.stringify(rows)],
  );
}

/** Makes failed transfers of the link to this destination due again, now or on their day. */
export function requeueFailed(tx: Tx, linkId: number, destinationId: number): Promise<PublishedRow[]> {
  return tx.query<PublishedRow>(
    `update transfers t
        set state = 'PENDING', version = version + 1, attempts = 0, last_error = null,
            due_at = greatest(now(), (content ->> 'date')::date at time zone 'UTC')
      where link_id = $1 and state = 'FAILED' and destination_id = $2 and operation is not null
     returning ${PUBLISHED_COLUMNS}`,
    [linkId, destinationId],
  );
}

/** A link with the target of its transfers. */
export interface LinkTarget {
  readonly id: number;
  readonly destination_id: number;
}

/** SQL: the links `$1` with the unit of their pending transfers, whose index the queries use. */
const LINKS_AND_UNITS = `(select l.id as link_id, d.unit_id
                            from jsonb_to_recordset($1) as l(id bigint, "destinationId" bigint)
                            ${joinTargets('l."destinationId"')}) as l`;

function toLinksAndUnits(links: readonly LinkTarget[]): string {
  return JSON.stringify(links.map(({ id, destination_id: destinationId }) => ({ id, destinationId })));
}

/** An undone row is still deleted, whatever happens to the link. */
const NOT_UNDONE = "ended_by is distinct from 'undone'";

/** SQL condition on `transfers t`: held until there is a rate or the user chose. */
const WAITS_FOR_CURRENCY = "(t.state = 'HELD' and t.waits_for_currency)";

/** Makes pending transfers of paused links HELD; the dispatcher skips them until the links resume. */
export async function holdWaiting(tx: Tx, links: readonly LinkTarget[]): Promise<void> {
  if (links.length === 0) return;
  await tx.execute(
    `update transfers t set state = 'HELD', version = version + 1
       from ${LINKS_AND_UNITS}
      where t.state = 'PENDING' and t.link_id = l.link_id and t.unit_id = l.unit_id and ${NOT_UNDONE}`,
    [toLinksAndUnits(links)],
  );
}

/**
 * Makes held transfers of resumed links PENDING, due now or on their day. Transfers that wait for a rate or a choice
 * remain HELD.
 */
export async function releaseHeld(tx: Tx, links: readonly LinkTarget[]): Promise<void> {
  if (links.length === 0) return;
  await tx.execute(
    `update transfers t set state = 'PENDING', version = version + 1
       from ${LINKS_AND_UNITS}
      where t.state = 'HELD' and not t.waits_for_currency and t.link_id = l.link_id and t.unit_id = l.unit_id`,
    [toLinksAndUnits(links)],
  );
}

/** Ends the pending transfers of these links to these destinations. Rows at the destinations remain. */
export async function endWaitingTransfers(tx: Tx, links: readonly LinkTarget[]): Promise<PublishedRow[]> {
  if (links.length === 0) return [];
  return tx.query<PublishedRow>(
    `update transfers t
        set state = case when destination_transaction_id is null then 'SKIPPED' else 'TRANSFERRED' end,
            content = case when destination_transaction_id is null then content
                           else coalesce(sent_content, content) end,
            sent_content = null, waits_for_currency = false,
            operation = null, version = version + 1
      where id in (select t.id from transfers t join ${LINKS_AND_UNITS}
                       on t.link_id = l.link_id and t.unit_id = l.unit_id
                    where t.state in ('PENDING', 'HELD') and (t.state = 'HELD' or ${NOT_UNDONE}))
     returning ${PUBLISHED_COLUMNS}`,
    [toLinksAndUnits(links)],
  );
}

/**
 * Erases the contents of the accounts' transfers; a sent one retains only its key and state. Rows that a user undid are
 * still deleted at the destination, which needs only the key.
 */
export async function eraseContents(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.execute(
    `update transfers
        set content = null, sent_content = null, held_content = null, last_error = null, version = version + 1,
            state = case when state in ('PENDING', 'HELD') and operation <> 'DELETE'
                         then case when destination_transaction_id is null then 'SKIPPED' else 'TRANSFERRED' end
                         else state end,
            operation = case when operation = 'DELETE' then operation end
      where account_id = any($1::bigint[]) and content is not null`,
    [accountIds],
  );
}

/** Counts of a link's transfers at its present destination. */
export interface LinkCounts {
  readonly linkId: number;
  readonly total: number;
  /** Transfers not sent yet, or HELD. */
  readonly waiting: number;
  readonly failed: number;
}

/**
 * Counts the transfers of each link that has any. Those that wait for a rate or a choice are excluded, so that they do
 * not leave a history open.
 */
export async function countOfLinks(tx: Tx, linkIds: readonly number[]): Promise<LinkCounts[]> {
  if (linkIds.length === 0) return [];
  return tx.query<LinkCounts>(
    `select l.id as "linkId", (count(*) filter (where not ${WAITS_FOR_CURRENCY}))::int as total,
            (count(*) filter (where t.state in ('PENDING', 'HELD') and not ${WAITS_FOR_CURRENCY}))::int as waiting,
            (count(*) filter (where t.state = 'FAILED'))::int as failed
       from transfers t ${joinLinks('t.link_id')} and l.destination_id = t.destination_id
      where l.id = any($1::bigint[]) group by l.id`,
    [linkIds],
  );
}

/**
 * SQL: the number of transfers of each link that wait for a rate or a choice, as `waiting`; links without any are
 * omitted.
 */
export const COUNT_CURRENCY_WAITS = `
  select t.link_id, count(*)::int as waiting from transfers t where ${WAITS_FOR_CURRENCY} group by t.link_id`;

/**
 * SQL: the numbers of transfers of each link by the user's own category that it does not map, as `counts`; links
 * without any are omitted.
 */
export const COUNT_UNMAPPED = `
  select c.link_id, jsonb_agg(jsonb_build_object('category_id', c.category_id, 'transactions', c.transactions)
                              order by c.category_id) as counts
    from (select t.link_id, t.unmapped_category::bigint as category_id, count(*)::int as transactions
            from transfers t where t.unmapped_category is not null group by 1, 2) c
   group by c.link_id`;

/** SQL condition: the link has transfers that are due within a day, or that wait for a rate or a choice. */
export const hasUnsent = (linkId: string): string => `
  exists (select 1 from transfers t
           where t.link_id = ${linkId}
             and (t.state = 'PENDING' and t.due_at < clock_timestamp() + interval '1 day'
                  or ${WAITS_FOR_CURRENCY}))`;

/** A sent row in its present state at the destination. */
export interface SentRow {
  readonly transferId: number;
  readonly transactionId: number;
  readonly destinationId: string;
  readonly key: string;
  /** The content at the destination; null if it is unknown. */
  readonly content: TransferContent | null;
  readonly heldContent: HeldContent | null;
}

/**
 * Returns the rows that the link sent to the target and that should be there. A row with a pending update has the
 * content sent before.
 */
export function readSent(database: Queryable, linkId: number, targetId: number): Promise<SentRow[]> {
  return database.query<SentRow>(
    `select id as "transferId", transaction_id as "transactionId", import_id as key, held_content as "heldContent",
            destination_transaction_id as "destinationId",
            case when operation is null then content
                 when operation = 'UPDATE' and not maybe_sent then sent_content end as content
       from transfers
      where link_id = $1 and destination_id = $2 and destination_transaction_id is not null
        and state <> 'DELETED' and operation is distinct from 'DELETE'
      order by id`,
    [linkId, targetId],
  );
}

/** Returns the keys of all rows that may be at the target, whichever link sent them. */
export async function readKeys(database: Queryable, targetId: number): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ key: string }>(
    `select t.import_id as key from transfers t ${joinLinks('t.link_id')}
      where t.destination_id = $1 and t.state <> 'DELETED'
        and l.user_id = (${userOfTarget('$1')})`,
    [targetId],
  );
  return new Set(rows.map(({ key }) => key));
}

/** A difference found at the destination: the row is gone, or the user changed these fields. */
export interface FoundDifference {
  readonly id: number;
  readonly gone: boolean;
  readonly fields: readonly BookedField[];
}

/** Records differences at transfers that have no pending operation. @returns the transfers that were changed */
export function noteFound(tx: Tx, found: readonly FoundDifference[]): Promise<PublishedRow[]> {
  return tx.query<PublishedRow>(
    `update transfers t
        set version = t.version + 1,
            state = case when n.gone then 'DELETED' else t.state end,
            operation = case when n.gone then null else t.operation end,
            ended_by = case when n.gone then 'user' else t.ended_by end,
            last_error = case when n.gone then 'The transaction was deleted at the destination.' else t.last_error end,
            changed_there = case when n.gone then t.changed_there
                                 else (select array_agg(field) from jsonb_array_elements_text(n.fields) as field) end
       from jsonb_to_recordset($1) as n(id bigint, gone boolean, fields jsonb)
      where t.id = n.id and t.state = 'TRANSFERRED' and t.operation is null
     returning ${PUBLISHED_COLUMNS}`,
    [JSON.stringify(found)],
  );
}

/** A transfer in a replay. */
export interface ReplayedRow extends PublishedRow {
  readonly createdAt: Date;
}

/** SQL condition: transfers of deleted accounts are not replayed, because only this service stores them. */
const OF_LIVING_ACCOUNTS = `not ${isAccountDeleted('t.account_id')}`;

/**
 * SQL condition: a planned transfer is not published; see the README. An attempted one is at least published with its
 * log.
 */
const IS_PUBLISHED = `not (t.state in ('PENDING', 'HELD') and t.attempts = 0 and t.destination_transaction_id is null
  and not t.maybe_sent)`;

/** Queries for a replay of all transfers: their number, and the published ones above an id. */
export const ALL_TRANSFERS = {
  totalSql: 'select count(*) as count from transfers',
  nextRowsQuery: `select ${PUBLISHED_COLUMNS}, t.created_at as "createdAt" from transfers t
          where t.id > $1 and ${IS_PUBLISHED} and ${OF_LIVING_ACCOUNTS} order by t.id limit $2`,
} as const;

/** An attempt in a replay, with the present state of its transfer. */
export interface AttemptRow extends ReplayedRow {
  readonly logId: number;
  readonly operation: TransferOperation;
  readonly succeeded: boolean;
  readonly foundId: string | null;
  readonly error: string | null;
  readonly attemptedAt: Date;
  readonly destinationType: DestinationType | null;
  readonly destinationId: number;
}

/** Queries for a replay of all attempts: their number, and those above an id. */
export const ALL_ATTEMPTS = {
  totalSql: 'select count(*) as count from transfer_logs',
  nextRowsQuery: `select ${PUBLISHED_COLUMNS}, t.created_at as "createdAt", g.id as "logId", g.operation, g.succeeded,
                g.destination_transaction_id as "foundId", g.error, g.attempted_at as "attemptedAt",
                d.destination_type as "destinationType", t.destination_id as "destinationId"
           from transfer_logs g join transfers t on t.id = g.transfer_id
           left ${joinTargets('t.destination_id')}
          where g.id > $1 and ${OF_LIVING_ACCOUNTS} order by g.id limit $2`,
} as const;

/** Due transfers, for the metrics; those to disabled connections are excluded. */
export const DUE_TRANSFERS: WaitingWork = {
  name: 'transfers',
  sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(due_at))::float8 as oldest_s
          from transfers
         where state = 'PENDING' and due_at <= clock_timestamp()
           and unit_id not in (${DISABLED_UNITS})`,
};

/**
 * Logs that `LOG_RETENTION_DAYS` may limit. The transfers themselves record what was sent, so deleting logs sends
 * nothing again.
 */
export const LOGS: readonly LogTable[] = [{ table: 'transfer_logs', since: 'attempted_at' }];

export const TRANSFER_LOGS_TABLE: UserTable = {
  table: 'transfer_logs',
  rowsOfUserSql: 't.transfer_id in (select id from transfers where user_id = $1)',
  exportAs: { kind: 'transfer_logs' },
};

export const TRANSFERS_TABLE: UserTable = {
  table: 'transfers',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'transfers', omittedColumns: ['trace', 'maybe_sent'] },
};
