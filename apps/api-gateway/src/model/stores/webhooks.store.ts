import { Database, Queryable, Tx } from '@tributary/persistence';
import type { UserTable } from '@tributary/service';
import { DELETED_AMONG, deletedAccounts, isDeletedAccount } from './accounts.store';

const OF_DELETED_ACCOUNT = `type <> 'account.deleted' and account_id in`;

/** Deletes events of deleted accounts among the given ones, except for those that report the deletion. */
export async function deleteEventsOfDeleted(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.execute(`delete from webhook_events where ${OF_DELETED_ACCOUNT} (${DELETED_AMONG})`, [accountIds]);
}

export async function deleteDeliveriesTo(tx: Tx, endpointIds: readonly number[]): Promise<void> {
  await tx.execute('delete from webhook_deliveries where endpoint_id = any($1::bigint[])', [endpointIds]);
  await tx.execute('delete from webhook_attempts where endpoint_id = any($1::bigint[])', [endpointIds]);
}

/** Deletes older deliveries with their attempts, at most `max`; waiting ones stay. @returns how many */
export async function deleteOldDeliveries(
  database: Database,
  olderThanDays: number,
  rowsMax: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `with old as (
       delete from webhook_deliveries where (endpoint_id, id) in (
         select endpoint_id, id from webhook_deliveries
          where created_at < now() - make_interval(days => $1) and status <> 'PENDING' limit $2)
       returning endpoint_id, id),
     attempt as (
       delete from webhook_attempts a using old where a.endpoint_id = old.endpoint_id and a.delivery_id = old.id)
     select count(*) as count from old`,
    [olderThanDays, rowsMax],
  );
  return row?.count ?? 0;
}

export const OLD_EVENTS = { table: 'webhook_events', since: 'created_at' };

export interface EndpointCounts {
  readonly webhook_endpoints: number;
  readonly automation_endpoints: number;
}

/** The endpoints of the user, by kind. */
export async function countEndpoints(database: Queryable, userId: number): Promise<EndpointCounts> {
  const [counted] = await database.query<EndpointCounts>(
    `select count(*) filter (where document ->> 'type' = 'WEBHOOK') as webhook_endpoints,
            count(*) filter (where document ->> 'type' <> 'WEBHOOK') as automation_endpoints
       from webhook_endpoints where user_id = $1 and not deleted`,
    [userId],
  );
  return counted ?? { webhook_endpoints: 0, automation_endpoints: 0 };
}

/**
 * SQL of the endpoints that were switched off in the last day because they failed, by id: `$1` is the last id that was
 * read, `$2` how many to read. Endpoints that users switch off themselves are not among them.
 */
export const SWITCHED_OFF_ENDPOINTS = `
  select 'endpoint' as subject, e.id, e.user_id as "userId", e.document->>'url' as url, e.updated_at as "switchedOffAt"
    from webhook_endpoints e
   where e.id > $1 and not e.deleted and e.document->>'enabled' = 'false'
     and e.document#>>'{health,status}' = 'FAILING' and e.updated_at > now() - interval '1 day'
   order by e.id limit $2`;

/** SQL: endpoints of the user `$1`, in the columns of the list of resources that apps made. */
export const ENDPOINTS_AS_MADE = `
  select 'webhook', w.id, w.document->>'url', w.document from webhook_endpoints w where w.user_id = $1 and not w.deleted`;

const oldest = (table: string): string =>
  `t.created_at < coalesce((select min(n.created_at) from ${table} n), 'infinity')`;

/**
 * SQL: rows `t` of the present model that their owner has deleted because of their age, and that the next model needs
 * because their endpoint or account exists. @param next schema of the next model, which has the accounts
 */
export const FORGOTTEN = {
  events: (next: string) =>
    `${oldest(`${next}.webhook_events`)} and (t.type = 'account.deleted' or not ${isDeletedAccount(next, 't.account_id')})`,
  deliveries: (next: string) =>
    `${oldest(`${next}.webhook_deliveries`)}
      and exists (select from ${next}.webhook_endpoints e where e.id = t.endpoint_id and not e.deleted)`,
  attempts: (next: string) =>
    `exists (select from ${next}.webhook_deliveries d where d.endpoint_id = t.endpoint_id and d.id = t.delivery_id)`,
} as const;

/** Statements that delete rows of deleted accounts and endpoints from the next model. */
export function deletionsSql(next: string): string[] {
  const ofDeleted = `where endpoint_id in (select id from ${next}.webhook_endpoints where deleted)`;
  return [
    `delete from ${next}.webhook_events where ${OF_DELETED_ACCOUNT} (${deletedAccounts(next)})`,
    `delete from ${next}.webhook_deliveries ${ofDeleted}`,
    `delete from ${next}.webhook_attempts ${ofDeleted}`,
  ];
}

/** A statement that deletes attempts of deliveries from the next model. @param condition of the deliveries */
export function attemptsDeletion(next: string, condition: string): string {
  return `delete from ${next}.webhook_attempts where endpoint_id in (
    select endpoint_id from ${next}.webhook_deliveries where ${condition})`;
}

/** Attempts have no user: deliveries and endpoints, which are deleted after them, identify it. */
export const ATTEMPTS_OF_USER: UserTable = {
  table: 'webhook_attempts',
  rowsOfUserSql: `t.endpoint_id in (select id from webhook_endpoints where user_id = $1)
       or (t.endpoint_id, t.delivery_id) in (select endpoint_id, id from webhook_deliveries where user_id = $1)`,
};
