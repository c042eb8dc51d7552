import { CATEGORY_KIND, DestinationType, kindOfLevel, Level } from '@tributary/contracts';
import { Needs } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { RowList, rowsOf } from '../../rest/lists/row-list';
import { DESTINATION_KINDS, DestinationKind } from './destination-kinds';
import { DestinationRow, Resource, toPlace } from './destination.resource';

const COLUMNS = 'd.id, d.connection_id, d.created_at, d.updated_at, d.document';

/** Connections with a completed authorization; those published before the member `authorized` have a user instead. */
const AUTHORIZED = `coalesce((d.document->>'authorized')::boolean, d.document->>'budgeta_user_id' is not null)`;

/** The user's connections of a kind, or their resources of a level. */
export function destinationList(
  kind: DestinationKind,
  level: Level,
): RowList<DestinationRow, [access: Access]> {
  const name = `d.document->>'name'`;
  const { parent } = kind.target;
  return rowsOf<DestinationRow, [access: Access]>({
    from: 'destinations d',
    columns: COLUMNS,
    condition: (parameters, { userId }) => `d.user_id = ${parameters.add(userId)}::bigint
      and d.kind = '${kindOfLevel(kind.type, level)}' and d.destination_type = '${kind.type}' and not d.deleted
      ${level === 'connection' ? `and ${AUTHORIZED}` : ''}`,
  }).listedBy<string, string>({
    sorts: {
      id: 'd.id',
      created_at: 'd.created_at',
      updated_at: 'd.updated_at',
      ...(level === 'connection' ? {} : { name: `(${name})` }),
    },
    defaultSort: '-id',
    includes: includesOf(kind)[level],
    filters:
      level === 'connection'
        ? {}
        : {
            id: { kind: 'id', sql: 'd.id' },
            connection_id: { kind: 'id', sql: 'd.connection_id' },
            ...(level === 'target'
              ? { [parent]: { kind: 'id', sql: `(d.document->>'${parent}')::bigint` } as const }
              : {}),
            name: { kind: 'contains', sql: name },
          },
  });
}

/** The categories of a connection of the user's. */
export function categoryList(
  kind: DestinationKind,
): RowList<DestinationRow, [access: Access, connectionId: number]> {
  return rowsOf<DestinationRow, [access: Access, connectionId: number]>({
    from: 'destinations d',
    columns: COLUMNS,
    condition: (parameters, { userId }, connectionId) => `d.user_id = ${parameters.add(userId)}::bigint
      and d.kind = '${CATEGORY_KIND}' and d.destination_type = '${kind.type}' and not d.deleted
      and d.connection_id = ${parameters.add(connectionId)}::bigint`,
  }).listedBy<string, string>({
    sorts: {
      id: 'd.id',
      name: `(d.document->>'name')`,
      group: `(d.document->>'group')`,
      updated_at: 'd.updated_at',
    },
    defaultSort: 'id',
    filters: {
      id: { kind: 'id', sql: 'd.id' },
      [kind.target.parent]: { kind: 'id', sql: `(d.document->>'unit_id')::bigint` },
      name: { kind: 'contains', sql: `d.document->>'name'` },
      hidden: { kind: 'flag', sql: `(d.document->>'hidden')::boolean` },
      gone: { kind: 'flag', sql: `(d.document->>'gone_at' is not null)` },
    },
  });
}

const LINKS = { needs: 'transfer-links:read' } as const;

function includesOf({ unit, target }: DestinationKind): Record<Level, Record<string, Needs>> {
  return {
    connection: {
      [unit.plural]: {},
      [`${unit.plural}.${target.plural}`]: {},
      [`${unit.plural}.${target.plural}.transfer_links`]: LINKS,
    },
    unit: { connection: {}, [target.plural]: {}, [`${target.plural}.transfer_links`]: LINKS },
    target: { [unit.name]: {}, [`${unit.name}.connection`]: {}, transfer_links: LINKS },
  };
}

/** The user's resources by id. One statement. */
export async function readPlaces(
  database: Queryable,
  access: Access,
  kind: DestinationKind,
  level: Level,
  ids: readonly number[],
): Promise<DestinationRow[]> {
  return readWhere(database, access, kind, level, 'd.id', ids);
}

/** All resources of a level in these connections. One statement. */
export async function readWithin(
  database: Queryable,
  access: Access,
  kind: DestinationKind,
  level: Level,
  connectionIds: readonly number[],
): Promise<DestinationRow[]> {
  return readWhere(database, access, kind, level, 'd.connection_id', connectionIds);
}

async function readWhere(
  database: Queryable,
  access: Access,
  kind: DestinationKind,
  level: Level,
  column: string,
  ids: readonly number[],
): Promise<DestinationRow[]> {
  if (ids.length === 0) return [];
  return database.query<DestinationRow>(
    `select ${COLUMNS} from destinations d
      where d.user_id = $1 and d.kind = $2 and d.destination_type = $3 and ${column} = any($4::bigint[])
        and not d.deleted
      order by d.id`,
    [access.userId, kindOfLevel(kind.type, level), kind.type, [...new Set(ids)]],
  );
}

/** A link's target. Ids of all types are from one sequence. */
export interface DestinationReference {
  readonly type: DestinationType;
  readonly id: number;
}

/** The targets of links by id, if they are known and still exist. One statement. */
export async function readDestinations(
  database: Queryable,
  access: Access,
  wanted: readonly DestinationReference[],
): Promise<ReadonlyMap<number, Resource>> {
  if (wanted.length === 0) return new Map();
  const rows = await database.query<DestinationRow & { destination_type: DestinationType }>(
    `select ${COLUMNS}, d.destination_type from destinations d
      where d.user_id = $1 and d.kind = any($2::text[]) and d.id = any($3::bigint[]) and not d.deleted`,
    [
      access.userId,
      [...new Set(wanted.map(({ type }) => kindOfLevel(type, 'target')))],
      wanted.map(({ id }) => id),
    ],
  );
  return new Map(rows.map((row) => [row.id, toPlace(DESTINATION_KINDS[row.destination_type].target, row)]));
}
