import { PayloadVersion, WebhookEvent, WebhookType } from '@tributary/contracts';
import { among, Database, Queryable, Tx } from '@tributary/persistence';
import { SealedColumn, UserTable } from '@tributary/service';
import { FindOptionsWhere, MoreThan } from 'typeorm';
import { secretContext } from './signing-secret';
import { WebhookEndpoint } from './webhook-endpoint.entity';

/** Returns the endpoint, locked until the end of the transaction. */
export function lockEndpoint(
  tx: Tx,
  where: FindOptionsWhere<WebhookEndpoint>,
): Promise<WebhookEndpoint | null> {
  return tx.manager.findOne(WebhookEndpoint, { where, lock: { mode: 'pessimistic_write' } });
}

/** Returns endpoints, locked until the end of the transaction in the order of their ids. */
export function lockEndpoints(tx: Tx, where: FindOptionsWhere<WebhookEndpoint>): Promise<WebhookEndpoint[]> {
  return tx.manager.find(WebhookEndpoint, {
    where,
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

export function findEndpoint(database: Database, id: number): Promise<WebhookEndpoint | null> {
  return database.dataSource.manager.findOneBy(WebhookEndpoint, { id });
}

/** Returns the owner of an endpoint and whether it is enabled, without a lock. */
export async function readEndpoint(
  database: Queryable,
  id: number,
): Promise<{ readonly userId: number; readonly enabled: boolean } | undefined> {
  const [row] = await database.query<{ userId: number; enabled: boolean }>(
    'select user_id as "userId", enabled from webhook_endpoints where id = $1',
    [id],
  );
  return row;
}

/** The members of an endpoint that announcements need. */
export interface SubscriptionRow {
  readonly id: number;
  readonly version: number;
  readonly user_id: number;
  readonly events: readonly WebhookEvent[];
  readonly financial_account_ids: readonly number[] | null;
  readonly payload_version: PayloadVersion;
  readonly omit_sensitive_identifiers: boolean;
  readonly redact_sensitive: boolean;
  readonly granted_scopes: readonly string[] | null;
}

/** Returns the enabled endpoints of these users, and locks them so that they stay enabled until the commit. */
export function lockSubscriptions(tx: Tx, userIds: Iterable<number>): Promise<SubscriptionRow[]> {
  const { sql, value } = among(userIds);
  return tx.queryPrepared<SubscriptionRow>(
    `select id, version, user_id, events, financial_account_ids, payload_version,
            omit_sensitive_identifiers, redact_sensitive, granted_scopes
       from webhook_endpoints where user_id ${sql} and enabled order by id for share`,
    [value],
  );
}

/**
 * Returns how many endpoints of the type's kind the user has: automation platforms' or others. Callers for the same
 * user block each other until the commit.
 */
export async function countEndpoints(tx: Tx, userId: number, type: WebhookType): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhook_endpoints of ' || $1, 0))`, [
    String(userId),
  ]);
  const [row] = await tx.query<{ current: number }>(
    `select count(*) as current from webhook_endpoints
      where user_id = $1 and (type = 'WEBHOOK') = ($2 = 'WEBHOOK')`,
    [userId, type],
  );
  return row?.current ?? 0;
}

/**
 * Returns the accounts among these that belong to the user. The query is here, because the store of accounts imports
 * endpoints.
 */
export async function accountsOfUser(tx: Tx, ids: readonly number[], userId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'select id from accounts where id = any($1::bigint[]) and user_id = $2 and not deleted',
    [ids, userId],
  );
  return rows.map(({ id }) => id);
}

/** Reserves an id before the insert, because the secret is sealed for it. */
export async function newEndpointId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>(`select nextval('webhook_endpoints_id_seq') as id`);
  if (!row) throw new Error('the sequence of endpoint ids gave nothing');
  return row.id;
}

export async function insertEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<WebhookEndpoint> {
  const saved = await tx.manager.save(WebhookEndpoint, endpoint);
  await tx.execute('insert into sending_states (endpoint_id) values ($1)', [endpoint.id]);
  return saved;
}

export async function saveEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  await tx.manager.save(endpoint);
}

/** Resets the sending state to that of a new endpoint. */
export async function resetSendingState(tx: Tx, endpointId: number): Promise<void> {
  await tx.execute(
    `update sending_states set consecutive_failures = 0, failing_since = null, last_attempt_at = null,
            last_success_at = null, last_error = null, paused_until = '-infinity'
      where endpoint_id = $1`,
    [endpointId],
  );
}

/** Deletes the endpoint and marks its deliveries for erasure. */
export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await tx.execute('delete from webhook_endpoints where id = $1', [id]);
  await tx.execute('insert into erasures (endpoint_id) values ($1) on conflict do nothing', [id]);
}

/** Returns a deleted endpoint that may still have deliveries. */
export async function endpointToErase(database: Queryable): Promise<number | undefined> {
  const [gone] = await database.query<{ endpoint_id: number }>(
    'select endpoint_id from erasures order by endpoint_id limit 1',
  );
  return gone?.endpoint_id;
}

export async function endErasure(database: Queryable, endpointId: number): Promise<void> {
  await database.execute('delete from erasures where endpoint_id = $1', [endpointId]);
}

/** The queries of a replay: count all endpoints, and read the rows above an id. */
export const ENDPOINTS = {
  totalSql: 'select count(*) as count from webhook_endpoints',
  nextRowsQuery: (tx: Tx, after: number, take: number): Promise<WebhookEndpoint[]> =>
    tx.manager.find(WebhookEndpoint, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take }),
} as const;

/** SQL that joins deliveries with their endpoints `e`. */
export const joinEndpoints = (deliveries: string): string =>
  `join webhook_endpoints e on e.id = ${deliveries}.endpoint_id`;

export const ENDPOINT_IDS = {
  ofUser: 'select id from webhook_endpoints where user_id = $1',
  erased: 'select endpoint_id from erasures',
} as const;

export const SENDING_STATES_TABLE: UserTable = {
  table: 'sending_states',
  rowsOfUserSql: `t.endpoint_id in (${ENDPOINT_IDS.ofUser})`,
};

/**
 * Returns the table of erasures for the erasure of user data.
 * @param rowsOfErasedUserSql SQL that finds the rows `t` of endpoints whose last delivery was erased
 */
export const erasuresTable = (rowsOfErasedUserSql: string): UserTable => ({
  table: 'erasures',
  rowsOfUserSql: 'false',
  rowsOfErasedUserSql,
});

export const ENDPOINTS_TABLE: UserTable = {
  table: 'webhook_endpoints',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'webhook_endpoints', omittedColumns: ['secret', 'retired_secrets'] },
};

const ofEndpoint = {
  table: 'webhook_endpoints',
  key: 'id',
  contextColumns: ['id'],
  contextOf: ({ id }) => secretContext(Number(id)),
} as const satisfies Partial<SealedColumn>;

/** All encrypted columns of this service. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { ...ofEndpoint, column: 'secret', type: 'text' },
  { ...ofEndpoint, column: 'retired_secrets', type: 'jsonb' },
];
