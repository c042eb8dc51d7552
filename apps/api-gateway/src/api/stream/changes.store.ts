import { Queryable } from '@tributary/persistence';
import { ModelChange } from '../../model/model-changes';
import { Position } from './position';

/** Changes since a position, and the position after them. */
export interface ChangesSince {
  readonly changes: readonly ModelChange[];
  readonly position: Position;
  /** There is more than was read, or the position is not of this database: read everything again. */
  readonly isIncomplete: boolean;
}

interface Row {
  readonly at_ms: number;
  readonly snapshot: string;
  readonly is_foreign: boolean;
  readonly changes: readonly ModelChange[];
}

const NOW = `pg_current_snapshot() as snapshot, (extract(epoch from statement_timestamp()) * 1000)::bigint as at_ms`;

/** The present position of the model. */
export async function readPosition(database: Queryable): Promise<Position> {
  const [row] = await database.query<Row>(
    `select now.snapshot::text as snapshot, now.at_ms from (select ${NOW}) now`,
  );
  if (!row) throw new Error('Postgres answered no snapshot');
  return { atMs: row.at_ms, snapshot: row.snapshot };
}

/**
 * The changes of the users that the position does not see, in one statement: whatever is committed later than its
 * snapshot is in the next one, in whichever order transactions began.
 */
export async function readChangesSince(
  database: Queryable,
  { snapshot }: Position,
  userIds: readonly number[],
  changesMax: number,
): Promise<ChangesSince> {
  const [row] = await database.query<Row>(
    `select now.snapshot::text as snapshot, now.at_ms,
            pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(now.snapshot) as is_foreign,
            coalesce((select json_agg(c order by c.id) from (
              select c.id, c.user_id, c.resource, c.ids, c.account_ids
                from model_changes c
               where c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
                 and (c.user_id = any($2::bigint[]) or c.user_id is null)
               order by c.id limit $3) c), '[]') as changes
       from (select ${NOW}) now`,
    [snapshot, userIds, changesMax + 1],
  );
  if (!row) throw new Error('Postgres answered no snapshot');
  return {
    changes: row.changes.slice(0, changesMax),
    position: { atMs: row.at_ms, snapshot: row.snapshot },
    isIncomplete: row.is_foreign || row.changes.length > changesMax,
  };
}
