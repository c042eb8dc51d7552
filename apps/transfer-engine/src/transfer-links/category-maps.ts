import { CategoryMapEntry, DESTINATIONS, FieldErrors } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import {
  readCategoriesOfTargets,
  TargetCategory,
} from '../destinations/connections/resources/categories.store';
import { LinkEnds } from './link-checks';

/** A link with its map, as it is to be. */
export interface MappingLink extends Pick<LinkEnds, 'path' | 'destination_type' | 'destination_id'> {
  readonly category_map?: readonly CategoryMapEntry[] | null;
  /** The map that the link has: what is gone since then may stay in it. */
  readonly mapBefore?: readonly CategoryMapEntry[] | null;
}

/** Categories that one message names. */
const NAMED_MAX = 10;

/** Refuses maps that name a category twice, or one that the destination does not have. One statement for all links. */
export async function checkCategoryMaps(tx: Tx, links: readonly MappingLink[]): Promise<FieldErrors> {
  const mapping = links.filter(({ category_map: map }) => map && map.length > 0);
  if (mapping.length === 0) return {};
  const known = await readCategoriesOfTargets(
    tx,
    mapping.map((link) => link.destination_id),
    mapping.flatMap((link) => (link.category_map ?? []).map((entry) => entry.destination_category_id)),
  );
  const byKey = new Map(known.map((row) => [`${row.targetId}/${row.categoryId}`, row]));
  return Object.fromEntries(
    mapping.flatMap((link) => {
      const error = errorIn(link, byKey);
      return error === null ? [] : [[`${link.path}category_map`, [error]]];
    }),
  );
}

function errorIn(link: MappingLink, known: ReadonlyMap<string, TargetCategory>): string | null {
  const { destination_type: type, destination_id: targetId, category_map: map, mapBefore } = link;
  if (!DESTINATIONS[type].hasCategories)
    return `A ${type} destination has no categories: leave category_map out.`;
  const entries = map ?? [];
  const own = entries.map((entry) => entry.category_id);
  const seen = new Set<number>();
  const twice = own.filter((id) => seen.size === seen.add(id).size);
  if (twice.length > 0) return `category_map maps a category more than once: ${named(twice)}.`;
  const found = entries.map(({ destination_category_id: id }) => known.get(`${targetId}/${id}`));
  const unknown = entries
    .filter((_, at) => found[at] === undefined)
    .map((entry) => entry.destination_category_id);
  if (unknown.length > 0) {
    return `category_map names categories that the budget of the destination does not have: ${named(unknown)}.`;
  }
  const before = new Set((mapBefore ?? []).map((entry) => entry.destination_category_id));
  const gone = found.flatMap((row) => (row?.gone && !before.has(row.categoryId) ? [row.categoryId] : []));
  return gone.length === 0
    ? null
    : `category_map names categories that are gone at the destination: ${named(gone)}.`;
}

function named(ids: readonly number[]): string {
  const distinct = [...new Set(ids)];
  const shown = distinct.slice(0, NAMED_MAX).join(', ');
  return distinct.length > NAMED_MAX ? `${shown} and ${distinct.length - NAMED_MAX} more` : shown;
}
