import { ConnectionStatus } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { DeepPartial, MoreThan } from 'typeorm';
import { Connection } from './connection.entity';

/** Locks the connection until the end of the transaction, so that its transitions happen one after another. */
export function lockConnection(tx: Tx, id: number): Promise<Connection | null> {
  return tx.manager.findOne(Connection, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Locks the connections of a grant that are not paused, in the order of their ids. */
export function lockUnpausedOf(tx: Tx, grantId: string): Promise<Connection[]> {
  return tx.manager
    .createQueryBuilder(Connection, 'c')
    .setLock('pessimistic_write')
    .where(`c.author ->> 'grantId' = :grantId and c.paused is null`, { grantId })
    .orderBy('c.id')
    .getMany();
}

export function findConnection(database: Database, id: number): Promise<Connection | null> {
  return database.dataSource.manager.findOneBy(Connection, { id });
}

export function insertConnection(tx: Tx, row: DeepPartial<Connection>): Promise<Connection> {
  return tx.manager.save(tx.manager.create(Connection, row));
}

export async function saveConnection(tx: Tx, connection: Connection): Promise<void> {
  await tx.manager.save(connection);
}

export async function deleteConnection(tx: Tx, id: number): Promise<void> {
  await tx.execute('delete from connections where id = $1', [id]);
}

/** Returns the number of the user's connections. */
export async function countConnections(database: Queryable, userId: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from connections where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** Locks the user's connections against additions by other transactions, until the commit. */
export async function lockAdding(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':connections', $1::bigint))`,
    [userId],
  );
}

/** Returns the ids of the user's connections at an institution. */
export async function connectionsAt(tx: Tx, userId: number, institutionId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'select id from connections where user_id = $1 and institution_id = $2',
    [userId, institutionId],
  );
  return rows.map(({ id }) => id);
}

/** A connection whose consent ends soon, or has ended. */
export interface EndingConsent {
  readonly id: number;
  readonly ended: boolean;
}

/** Locks and returns ending consents by the database's clock. Rows that another instance has locked are skipped. */
export function lockEndingConsents(tx: Tx, nearEndMs: number, limit: number): Promise<EndingConsent[]> {
  return tx.query<EndingConsent>(
    `select id, consent_expires_at <= now() as ended from connections
      where (status in ('ACTIVE', 'EXPIRING', 'FAILING') and consent_expires_at <= now())
         or (status = 'ACTIVE' and consent_expires_at <= now() + $1 * interval '1 millisecond')
      order by id limit $2 for update skip locked`,
    [nearEndMs, limit],
  );
}

/** Returns the statuses of connections, by their ids. */
export async function statusesOf(
  database: Queryable,
  ids: readonly number[],
): Promise<Map<number, ConnectionStatus>> {
  const rows = await database.query<{ id: number; status: ConnectionStatus }>(
    'select id, status from connections where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Disables the user's connections, and deletes the secrets of their consents. */
export async function disableAllOf(tx: Tx, userId: number): Promise<void> {
  await tx.execute(
    `update connections set consent_secret = null, enabled = false, status = 'DISABLED' where user_id = $1`,
    [userId],
  );
}

/** The queries of a replay: count all connections, and read the rows above an id. */
export const ALL_CONNECTIONS = {
  totalSql: 'select count(*) as count from connections',
  nextRowsQuery: (tx: Tx, after: number, take: number): Promise<Connection[]> =>
    tx.manager.find(Connection, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take }),
} as const;

/** SQL: joins rows that have a `connection_id` with their connections `c`. */
export const joinConnections = (rows: string): string => `join connections c on c.id = ${rows}.connection_id`;

/** SQL: the same in an update of the rows. */
export const fromConnectionsOf = (rows: string): string =>
  `from connections c where c.id = ${rows}.connection_id`;

/** SQL: the ids of the connections of the user `$1`, and the consents that they use. */
export const OF_USER = {
  ids: 'select id from connections where user_id = $1',
  consents: 'select provider, consent_id, consent_secret, user_id from connections where user_id = $1',
} as const;

export const CONNECTIONS_TABLE: UserTable = {
  table: 'connections',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'connections', omittedColumns: ['consent_secret', 'requests_on', 'requests_made'] },
};
