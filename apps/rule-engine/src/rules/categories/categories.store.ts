import { CategoryDocument, CategorySource } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { keyOf } from './category-key';

/** A category of a user's own list. */
export interface Category {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
  readonly name: string;
  readonly group: string | null;
  readonly hidden: boolean;
  readonly destinationId: number | null;
  readonly remoteId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `id, user_id as "userId", version, name, group_name as "group", hidden,
       destination_id as "destinationId", remote_id as "remoteId", created_at as "createdAt", updated_at as "updatedAt"`;
const ALIVE = 'deleted_at is null';

/** Serializes changes of one user's list, so that names and their number are checked once. */
export async function lockList(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':categories:' || $1::bigint, 0))`,
    [userId],
  );
}

/** Returns all categories of the user. */
export function categoriesOf(tx: Tx, userId: number): Promise<Category[]> {
  return tx.query<Category>(`select ${COLUMNS} from categories where user_id = $1 and ${ALIVE} order by id`, [
    userId,
  ]);
}

/** Returns those of the ids that are the user's categories, and locks them against deletion. */
export async function ownCategories(
  tx: Tx,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(
    `select id from categories where user_id = $1 and id = any($2::bigint[]) and ${ALIVE} order by id for share`,
    [userId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns a category of the user, locked against changes and choices of it. */
export async function lockCategory(tx: Tx, userId: number, id: number): Promise<Category | undefined> {
  const [category] = await tx.query<Category>(
    `select ${COLUMNS} from categories where user_id = $1 and id = $2 and ${ALIVE} for update`,
    [userId, id],
  );
  return category;
}

/** A category before it has an id. */
export type NewCategoryRow = Pick<CategoryDocument, 'name' | 'group' | 'hidden' | 'source'>;

/** Inserts categories; returns them in the given order. */
export function insertCategories(
  tx: Tx,
  userId: number,
  rows: readonly NewCategoryRow[],
): Promise<Category[]> {
  return tx.query<Category>(
    `with inserted as (
       insert into categories (user_id, name, group_name, name_key, hidden, destination_id, remote_id)
       select $1, name, "group", key, hidden, (source ->> 'destination_id')::bigint, source ->> 'remote_id'
         from json_to_recordset($2::json)
              as row(position integer, name text, "group" text, key text, hidden boolean, source json)
        order by position
       returning *)
     select ${COLUMNS} from inserted order by id`,
    [userId, JSON.stringify(rows.map((row, position) => ({ ...row, key: keyOf(row), position })))],
  );
}

/** Stores a category's members as a new version. */
export async function saveCategory(
  tx: Tx,
  id: number,
  { name, group, hidden }: Pick<Category, 'name' | 'group' | 'hidden'>,
): Promise<Category> {
  const [saved] = await tx.query<Category>(
    `update categories set name = $2, group_name = $3, name_key = $4, hidden = $5, version = version + 1, updated_at = now()
      where id = $1 and ${ALIVE} returning ${COLUMNS}`,
    [id, name, group, keyOf({ name, group }), hidden],
  );
  if (!saved) throw new Error('a category that is locked is gone');
  return saved;
}

/** Stores the sources of categories that have none yet; returns the changed ones. */
export function saveSources(
  tx: Tx,
  sources: readonly (CategorySource & { readonly id: number })[],
): Promise<Category[]> {
  return tx.query<Category>(
    `with wanted as (
       select * from json_to_recordset($1::json) as row(id bigint, destination_id bigint, remote_id text))
     , saved as (
       update categories t set destination_id = wanted.destination_id, remote_id = wanted.remote_id,
              version = t.version + 1, updated_at = now()
         from wanted where t.id = wanted.id and t.destination_id is null and t.${ALIVE}
       returning t.*)
     select ${COLUMNS} from saved order by id`,
    [JSON.stringify(sources)],
  );
}

/** Makes a category a tombstone. */
export async function markDeleted(tx: Tx, id: number, movedTo: number | null): Promise<void> {
  await tx.execute(
    'update categories set deleted_at = now(), moved_to = $2, version = version + 1, updated_at = now() where id = $1',
    [id, movedTo],
  );
}

/**
 * Returns the category in the place of each: itself, or the one that a deleted one's transactions follow to, through
 * all later deletions. Ids without one are absent.
 */
export async function replacementsOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await tx.query<{ of: number; id: number }>(
    `with recursive chain as (
       select id as of, id, moved_to, deleted_at from categories where id = any($1::bigint[])
       union
       select chain.of, c.id, c.moved_to, c.deleted_at from categories c join chain on c.id = chain.moved_to)
     select of, id from chain where ${ALIVE}`,
    [ids],
  );
  return new Map(found.map(({ of, id }) => [of, id]));
}

/** Returns the category in the place of a deleted one; null: none. */
export async function replacementOf(tx: Tx, id: number): Promise<number | null> {
  return (await replacementsOf(tx, [id])).get(id) ?? null;
}

export const COUNT_CATEGORIES = `select count(*) as count from categories where ${ALIVE}`;

/** Returns the next categories above `after`, for a replay. */
export function nextCategories(database: Queryable, after: number, limit: number): Promise<Category[]> {
  return database.query<Category>(
    `select ${COLUMNS} from categories where id > $1 and ${ALIVE} order by id limit $2`,
    [after, limit],
  );
}

export const CATEGORIES_TABLE: UserTable = {
  table: 'categories',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'categories', omittedColumns: ['name_key'] },
};
