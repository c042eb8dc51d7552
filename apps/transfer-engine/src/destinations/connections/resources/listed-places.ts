import {
  CATEGORY_KIND,
  DESTINATIONS,
  DestinationResource,
  DestinationType,
  parentMember,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { ResourceRow, toResource } from './destination-rows';
import { deleteCategoriesOf, endOtherCategories, upsertCategories } from './categories.store';
import { deleteOtherTargets, deleteOtherUnits, ListedRow, upsertTargets, upsertUnits } from './targets.store';
import { Listing } from '../../destination-directory.port';

interface Owner {
  readonly userId: number;
  readonly connectionId: number;
  readonly type: DestinationType;
}

/**
 * Saves a listing of the connection and marks what is missing from it as deleted. Returns all units and targets that
 * the connection has or had. Needs a fixed number of statements for any size.
 */
export async function saveListing(tx: Tx, owner: Owner, listing: Listing): Promise<DestinationResource[]> {
  const units = await saveUnits(tx, owner, listing);
  const targets = await saveTargets(tx, owner, units, listing);
  const categories = await saveCategories(tx, owner, units, listing);
  return [
    ...toResources(owner.type, units, targets),
    ...categories.map((row) => toResource(CATEGORY_KIND, row)),
  ];
}

/** Returns the categories that changed. A unit whose categories were not read keeps the known ones. */
async function saveCategories(
  tx: Tx,
  { type, userId }: Owner,
  units: readonly ListedRow[],
  listing: Listing,
): Promise<ResourceRow<object>[]> {
  if (!DESTINATIONS[type].hasCategories) return [];
  const unitIds = new Map(units.map((unit) => [unit.external_id, unit.id]));
  const read = listing.units.flatMap(({ externalId, categories }) => {
    const unitId = unitIds.get(externalId);
    return unitId === undefined || categories === undefined ? [] : [{ unitId, categories }];
  });
  const rows = read.flatMap(({ unitId, categories }) =>
    categories.map(({ externalId, ...category }) => ({
      unit_id: unitId,
      external_id: externalId,
      ...category,
    })),
  );
  const changed = await upsertCategories(tx, userId, rows);
  const readIds = read.map(({ unitId }) => unitId);
  const gone = await endOtherCategories(tx, readIds, rows);
  const deletedUnits = units.filter(({ deleted }) => deleted).map(({ id }) => id);
  return [...changed, ...gone, ...(await deleteCategoriesOf(tx, deletedUnits))];
}

/** Marks all units and targets of a deleted connection as deleted. */
export async function forgetPlaces(tx: Tx, owner: Owner): Promise<DestinationResource[]> {
  return saveListing(tx, owner, { units: [], requests: 0 });
}

function toResources(
  type: DestinationType,
  units: readonly ListedRow[],
  targets: readonly ResourceRow<object>[],
): DestinationResource[] {
  const { unit, target } = DESTINATIONS[type];
  return [
    ...units.map((row) => toResource(unit.kind, row)),
    ...targets.map((row) => toResource(target.kind, row)),
  ];
}

async function saveUnits(tx: Tx, owner: Owner, { units }: Listing): Promise<ListedRow[]> {
  const parent = parentMember(DESTINATIONS[owner.type], 'unit');
  const rows = units.map(({ externalId, document }) => ({
    external_id: externalId,
    document: { [parent]: owner.connectionId, ...document },
  }));
  const written = await upsertUnits(tx, owner, rows);
  const gone = await deleteOtherUnits(
    tx,
    owner.connectionId,
    rows.map((row) => row.external_id),
  );
  return [...written, ...gone];
}

async function saveTargets(
  tx: Tx,
  owner: Owner,
  units: readonly ListedRow[],
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
  const written = await upsertTargets(tx, owner, rows);
  const gone = await deleteOtherTargets(
    tx,
    units.map((unit) => unit.id),
    written.map((row) => row.id),
  );
  return [...written, ...gone];
}
