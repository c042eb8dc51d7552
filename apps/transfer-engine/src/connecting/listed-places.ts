import { DESTINATIONS, DestinationResource, DestinationType, parentMember } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { ResourceRow, toResource } from '../destinations/destination-rows';
import { Listing } from '../destinations/destination-directory.port';

interface Owner {
  readonly userId: number;
  readonly connectionId: number;
  readonly type: DestinationType;
}

type UnitRow = ResourceRow<object> & { readonly external_id: string };

const RETURNED = 'id, version, deleted, created_at, updated_at, document, external_id';

/**
 * Writes what was listed of a connection; what is no longer there is marked as deleted. Gives all that the connection
 * has or had. Three statements, however much that is.
 */
export async function saveListing(tx: Tx, owner: Owner, listing: Listing): Promise<DestinationResource[]> {
  const units = await saveUnits(tx, owner, listing);
  const targets = await saveTargets(tx, owner, units, listing);
  return toResources(owner.type, units, targets);
}

/** The connection is deleted, and all that stands in it. */
export async function forgetPlaces(tx: Tx, owner: Owner): Promise<DestinationResource[]> {
  return saveListing(tx, owner, { units: [], requests: 0 });
}

function toResources(
  type: DestinationType,
  units: readonly UnitRow[],
  targets: readonly ResourceRow<object>[],
): DestinationResource[] {
  const { unit, target } = DESTINATIONS[type];
  return [
    ...units.map((row) => toResource(unit.kind, row)),
    ...targets.map((row) => toResource(target.kind, row)),
  ];
}

async function saveUnits(tx: Tx, owner: Owner, { units }: Listing): Promise<UnitRow[]> {
  const parent = parentMember(DESTINATIONS[owner.type], 'unit');
  const rows = units.map(({ externalId, document }) => ({
    external_id: externalId,
    document: { [parent]: owner.connectionId, ...document },
  }));
  const written = await tx.query<UnitRow>(
    `insert into destination_units as t (connection_id, user_id, external_id, document)
     select $1, $2, row.external_id, row.document
       from jsonb_to_recordset($3) as row(external_id text, document jsonb)
     on conflict (connection_id, external_id) do update
        set document = excluded.document, deleted = false, version = t.version + 1, updated_at = now()
     returning ${RETURNED}`,
    [owner.connectionId, owner.userId, JSON.stringify(rows)],
  );
  const gone = await tx.query<UnitRow>(
    `update destination_units set deleted = true, version = version + 1, updated_at = now()
      where connection_id = $1 and not deleted and external_id <> all($2) returning ${RETURNED}`,
    [owner.connectionId, rows.map((row) => row.external_id)],
  );
  return [...written, ...gone];
}

async function saveTargets(
  tx: Tx,
  owner: Owner,
  units: readonly UnitRow[],
  listing: Listing,
): Promise<ResourceRow<object>[]> {
  const parent = parentMember(DESTINATIONS[owner.type], 'target');
  const unitIds = new Map(units.map((unit) => [unit.external_id, unit.id]));
  const rows = listing.units.flatMap(({ externalId, targets }) => {
    const unitId = unitIds.get(externalId);
    return targets.map((target) => ({
      unit_id: unitId,
      external_id: target.externalId,
      document: { [parent]: unitId, ...target.document },
    }));
  });
  const written = await tx.query<ResourceRow<object>>(
    `insert into destination_targets as t (unit_id, user_id, destination_type, external_id, document)
     select row.unit_id, $1, $2, row.external_id, row.document
       from jsonb_to_recordset($3) as row(unit_id bigint, external_id text, document jsonb)
     on conflict (unit_id, external_id) do update
        set document = excluded.document, deleted = false, version = t.version + 1, updated_at = now()
     returning ${RETURNED}`,
    [owner.userId, owner.type, JSON.stringify(rows)],
  );
  const gone = await tx.query<ResourceRow<object>>(
    `update destination_targets t set deleted = true, version = version + 1, updated_at = now()
      where unit_id = any($1) and not deleted and id <> all($2) returning ${RETURNED}`,
    [units.map((unit) => unit.id), written.map((row) => row.id)],
  );
  return [...written, ...gone];
}
