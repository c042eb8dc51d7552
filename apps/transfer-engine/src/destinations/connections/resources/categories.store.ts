import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinConnections } from '../connections.store';
import { ResourceRow } from './destination-rows';
import { joinTargets, joinUnits } from './targets.store';

/** A category as the listing has it. */
export interface CategoryRow {
  readonly unit_id: number;
  readonly external_id: string;
  readonly name: string;
  readonly group: string | null;
  readonly hidden: boolean;
}

/** SQL: the document of `destination_categories t`. */
const DOCUMENT = `jsonb_build_object('unit_id', t.unit_id, 'external_id', t.external_id, 'name', t.name,
  'group', t.group_name, 'hidden', t.hidden, 'gone_at', to_char(t.gone_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
const RETURNED = `t.id, t.version, t.deleted, t.created_at, t.updated_at, ${DOCUMENT} as document`;

/** Inserts or updates categories; one that was gone is there again. @returns those that changed */
export function upsertCategories(
  tx: Tx,
  userId: number,
  categories: readonly CategoryRow[],
): Promise<ResourceRow<object>[]> {
  return tx.query<ResourceRow<object>>(
    `insert into destination_categories as t (unit_id, user_id, external_id, name, group_name, hidden)
     select distinct on (row.unit_id, row.external_id) row.unit_id, $1::bigint, row.external_id, row.name, row."group", row.hidden
       from jsonb_to_recordset($2) as row(unit_id bigint, external_id text, name text, "group" text, hidden boolean)
     on conflict (unit_id, external_id) do update
        set name = excluded.name, group_name = excluded.group_name, hidden = excluded.hidden, gone_at = null,
            deleted = false, version = t.version + 1, updated_at = now()
      where (t.name, t.group_name, t.hidden, t.gone_at, t.deleted)
            is distinct from (excluded.name, excluded.group_name, excluded.hidden, null::timestamptz, false)
     returning ${RETURNED}`,
    [userId, JSON.stringify(categories)],
  );
}

/** Marks the units' other categories as gone. @returns those that it marked */
export function endOtherCategories(
  tx: Tx,
  unitIds: readonly number[],
  listed: readonly Pick<CategoryRow, 'unit_id' | 'external_id'>[],
): Promise<ResourceRow<object>[]> {
  return tx.query<ResourceRow<object>>(
    `update destination_categories t set gone_at = now(), version = version + 1, updated_at = now()
      where t.unit_id = any($1) and t.gone_at is null
        and not exists (select 1 from jsonb_to_recordset($2) as row(unit_id bigint, external_id text)
                         where row.unit_id = t.unit_id and row.external_id = t.external_id)
     returning ${RETURNED}`,
    [unitIds, JSON.stringify(listed)],
  );
}

/** Deletes the categories of units that are deleted. @returns the deleted ones */
export function deleteCategoriesOf(tx: Tx, unitIds: readonly number[]): Promise<ResourceRow<object>[]> {
  return tx.query<ResourceRow<object>>(
    `update destination_categories t
        set deleted = true, gone_at = coalesce(gone_at, now()), version = version + 1, updated_at = now()
      where t.unit_id = any($1) and not t.deleted returning ${RETURNED}`,
    [unitIds],
  );
}

/**
 * SQL: the destination's ids of the categories that a link's map names, by the user's own, as an object; null without a
 * map. Categories that are gone, or of another unit, are left out.
 */
export const mappedCategories = (map: string, unitId: string): string => `
  case when ${map} is not null then (
    select coalesce(jsonb_object_agg(m.category_id, g.external_id), '{}')
      from jsonb_to_recordset(${map}) as m(category_id text, destination_category_id bigint)
      join destination_categories g on g.id = m.destination_category_id
     where g.unit_id = ${unitId} and g.gone_at is null) end`;

/** A category that the unit of a link's target has, or had. */
export interface TargetCategory {
  readonly targetId: number;
  readonly categoryId: number;
  readonly gone: boolean;
}

/** Returns those of the categories that the units of the targets have, or had. */
export function readCategoriesOfTargets(
  tx: Tx,
  targetIds: readonly number[],
  categoryIds: readonly number[],
): Promise<TargetCategory[]> {
  return tx.query<TargetCategory>(
    `select d.id as "targetId", t.id as "categoryId", t.gone_at is not null as gone
       from unnest($1::bigint[]) as wanted(id)
       ${joinTargets('wanted.id')}
       join destination_categories t on t.unit_id = d.unit_id
      where t.id = any($2)`,
    [[...new Set(targetIds)], [...new Set(categoryIds)]],
  );
}

/** Queries for a replay of all categories: their number, and the rows above an id. */
export const ALL_CATEGORIES = {
  totalSql: 'select count(*) as count from destination_categories',
  nextRowsQuery: `select ${RETURNED}, t.user_id, c.id as connection_id, c.destination_type
           from destination_categories t
           ${joinUnits('t.unit_id')}
           ${joinConnections('u.connection_id')}
          where t.id > $1 order by t.id limit $2`,
} as const;

export const CATEGORIES_TABLE: UserTable = {
  table: 'destination_categories',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'destination_categories' },
};
