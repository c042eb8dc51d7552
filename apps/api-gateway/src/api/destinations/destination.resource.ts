import { DocumentRow } from '../../rest/lists/row-list';
import { idText, timeText } from '../../rest/wire-values';
import { DestinationKind, ShownLevel } from './destination-kinds';

/** A row of the query model, of any level; its document is the owner's. */
export interface DestinationRow extends DocumentRow<Readonly<Record<string, unknown>>> {
  readonly connection_id: number;
}

export type Resource = Readonly<Record<string, unknown>>;

/** A connection; `embedded` has the requested relations. */
export function toConnection(kind: DestinationKind, row: DestinationRow, embedded: Resource = {}): Resource {
  const { name, enabled, sync_balances, last_synced_at, health, auth_url, paused = null } = row.document;
  return {
    id: idText(row.id),
    name,
    ...wired({ enabled, sync_balances }),
    ...Object.fromEntries(kind.connection.own.map((member) => [member, row.document[member] ?? null])),
    ...embedded,
    last_synced_at,
    ...timesOf(row),
    health,
    paused,
    auth_url,
  };
}

/** The resources in a connection. */
export function toPlace({ parent }: ShownLevel, row: DestinationRow, embedded: Resource = {}): Resource {
  const { [parent]: parentId, health, ...document } = row.document;
  return {
    id: idText(row.id),
    [parent]: idText(Number(parentId)),
    ...wired(document),
    ...timesOf(row),
    ...embedded,
    ...(health === undefined ? {} : { health }),
  };
}

/** A category of a unit. */
export function toCategory({ target, path }: DestinationKind, row: DestinationRow): Resource {
  const { unit_id: unitId, external_id: externalId, name, group, hidden, gone_at } = row.document;
  return {
    id: idText(row.id),
    connection_id: idText(row.connection_id),
    [target.parent]: idText(Number(unitId)),
    [`${path}_id`]: externalId,
    name,
    group,
    hidden: String(hidden),
    gone_at,
    ...timesOf(row),
  };
}

/** The resource's parents. */
export function parentOf({ parent }: ShownLevel, row: DestinationRow): number {
  return Number(row.document[parent]);
}

/** Writes flags and counters as texts. */
function wired(document: Resource): Resource {
  return Object.fromEntries(
    Object.entries(document).map(([member, value]) => [
      member,
      typeof value === 'boolean' || typeof value === 'number' ? String(value) : value,
    ]),
  );
}

function timesOf(row: DestinationRow) {
  return { created_at: timeText(row.created_at), updated_at: timeText(row.updated_at) };
}
