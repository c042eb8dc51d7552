import { DestinationType } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinConnections } from '../connections.store';
import { ResourceRow } from './destination-rows';

/** A unit or a target. */
export type ListedRow = ResourceRow<object> & { readonly external_id: string };

const RETURNED = 'id, version, deleted, created_at, updated_at, document, external_id';

/** Inserts or updates units of the connection; deleted ones are restored. */
export function upsertUnits(
  tx: Tx,
  connection: { readonly connectionId: number; readonly userId: number },
  units: readonly { readonly external_id: string; readonly document: object }[],
): Promise<ListedRow[]> {
  return tx.query<ListedRow>(
    `insert into destination_units as t (connection_id, user_id, external_id, document)
     select $1, $2, row.external_id, row.document
       from jsonb_to_recordset($3) as row(external_id text, document jsonb)
     on conflict (connection_id, external_id) do update
        set document = excluded.document, deleted = false, version = t.version + 1, updated_at = now()
     returning ${RETURNED}`,
    [connection.connectionId, connection.userId, JSON.stringify(units)],
  );
}

/** Marks the connection's other units as deleted. @returns the units that it marked */
export function deleteOtherUnits(
  tx: Tx,
  connectionId: number,
  externalIds: readonly string[],
): Promise<ListedRow[]> {
  return tx.query<ListedRow>(
    `update destination_units set deleted = true, version = version + 1, updated_at = now()
      where connection_id = $1 and not deleted and external_id <> all($2) returning ${RETURNED}`,
    [connectionId, externalIds],
  );
}

/** Inserts or updates targets of units; deleted ones are restored. */
export function upsertTargets(
  tx: Tx,
  owner: { readonly userId: number; readonly type: DestinationType },
  targets: readonly {
    readonly unit_id: number | undefined;
    readonly external_id: string;
    readonly document: object;
  }[],
): Promise<ListedRow[]> {
  return tx.query<ListedRow>(
    `insert into destination_targets as t (unit_id, user_id, destination_type, external_id, document)
     select row.unit_id, $1, $2, row.external_id, row.document
       from jsonb_to_recordset($3) as row(unit_id bigint, external_id text, document jsonb)
     on conflict (unit_id, external_id) do update
        set document = excluded.document, deleted = false, version = t.version + 1, updated_at = now()
     returning ${RETURNED}`,
    [owner.userId, owner.type, JSON.stringify(targets)],
  );
}

/** Marks the units' other targets as deleted. @returns the targets that it marked */
export function deleteOtherTargets(
  tx: Tx,
  unitIds: readonly number[],
  targetIds: readonly number[],
): Promise<ListedRow[]> {
  return tx.query<ListedRow>(
    `update destination_targets t set deleted = true, version = version + 1, updated_at = now()
      where unit_id = any($1) and not deleted and id <> all($2) returning ${RETURNED}`,
    [unitIds, targetIds],
  );
}

/**
 * Returns the types of the user's targets that are not deleted, and locks them against deletion until the transaction
 * ends.
 */
export async function lockTargetTypes(
  tx: Tx,
  ids: readonly number[],
  userId: number,
): Promise<Map<number, DestinationType>> {
  const rows = await tx.query<{ id: number; destination_type: DestinationType }>(
    `select id, destination_type from destination_targets where id = any($1) and user_id = $2 and not deleted
      order by id for share`,
    [ids, userId],
  );
  return new Map(rows.map((row) => [row.id, row.destination_type]));
}

/** A unit with the sealed credentials of its connection. */
export interface UnitAccessRow {
  readonly connectionId: number;
  readonly externalId: string;
  readonly token: string;
  readonly credentialsVersion: number;
}

/** Returns undefined if the unit's connection was disabled or deleted. */
export async function findUnitAccess(tx: Tx, unitId: number): Promise<UnitAccessRow | undefined> {
  const [row] = await tx.queryPrepared<UnitAccessRow>(
    `select c.id as "connectionId", u.external_id as "externalId", c.token,
            c.credentials_version as "credentialsVersion"
       from destination_units u ${joinConnections('u.connection_id')}
      where u.id = $1 and c.enabled`,
    [unitId],
  );
  return row;
}

/** SQL that joins `d`, or another alias, the target of this id. */
export const joinTargets = (id: string, alias = 'd'): string =>
  `join destination_targets ${alias} on ${alias}.id = ${id}`;

/** SQL that joins `u`, the unit of this id. */
export const joinUnits = (id: string): string => `join destination_units u on u.id = ${id}`;

/** SQL: the ids of the connection's targets. */
export const targetsOfConnection = (connectionId: string): string =>
  `select t.id from destination_targets t ${joinUnits('t.unit_id')} where u.connection_id = ${connectionId}`;

/** SQL: the id of the target's user. */
export const userOfTarget = (id: string): string =>
  `select user_id from destination_targets where id = ${id}`;

/** SQL: the units of disabled connections, to which nothing is sent. */
export const DISABLED_UNITS = `select u.id from destination_units u ${joinConnections('u.connection_id')} where not c.enabled`;

/** SQL: the currency that the destination gives for `destination_units u`; null if it gives none. */
export const STATED_CURRENCY = "substring(u.document ->> 'currency' from '^[A-Z]{3}$')";

/** A unit or a target in a replay. */
export interface ReplayedRow extends ResourceRow<object> {
  readonly user_id: number;
  readonly connection_id: number;
  readonly destination_type: DestinationType;
}

const REPLAYED = `t.id, t.version, t.deleted, t.created_at, t.updated_at, t.document, t.user_id, c.destination_type,
  c.id as connection_id`;

/** Queries for a replay of all units: their number, and the rows above an id. */
export const ALL_UNITS = {
  totalSql: 'select count(*) as count from destination_units',
  nextRowsQuery: `select ${REPLAYED} from destination_units t
           ${joinConnections('t.connection_id')}
          where t.id > $1 order by t.id limit $2`,
} as const;

/** Queries for a replay of all targets: their number, and the rows above an id. */
export const ALL_TARGETS = {
  totalSql: 'select count(*) as count from destination_targets',
  nextRowsQuery: `select ${REPLAYED} from destination_targets t
           ${joinUnits('t.unit_id')}
           ${joinConnections('u.connection_id')}
          where t.id > $1 order by t.id limit $2`,
} as const;

/** SQL: the ids of the units of the user `$1`. */
export const UNITS_OF_USER = 'select id from destination_units where user_id = $1';

export const TARGETS_TABLE: UserTable = {
  table: 'destination_targets',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'destination_accounts' },
};

export const UNITS_TABLE: UserTable = {
  table: 'destination_units',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'destination_places' },
};
