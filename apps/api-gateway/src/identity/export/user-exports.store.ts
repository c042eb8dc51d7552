import { OldRows, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

export interface ExportRow {
  readonly id: string;
  readonly service: number;
  readonly lines: number;
  readonly bytes: number;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

const LIVING = '(expires_at is null or expires_at > now())';

export async function deleteExpiredExportsOf(database: Queryable, userId: number): Promise<void> {
  await database.execute(`delete from user_exports where user_id = $1 and not ${LIVING}`, [userId]);
}

/** @returns its id; undefined if the user has one */
export async function insertExport(database: Queryable, userId: number): Promise<string | undefined> {
  const [begun] = await database.query<{ id: string }>(
    'insert into user_exports (user_id) values ($1) on conflict do nothing returning id',
    [userId],
  );
  return begun?.id;
}

/** The user's export that has not expired. */
export async function findExport(database: Queryable, userId: number): Promise<ExportRow | undefined> {
  const [row] = await database.query<ExportRow>(
    `select id, service, lines, bytes, requested_at, finished_at, expires_at
       from user_exports where user_id = $1 and ${LIVING}`,
    [userId],
  );
  return row;
}

/** The user's finished export that has not expired, and its number of parts. */
export async function findFinishedExport(
  database: Queryable,
  userId: number,
): Promise<{ readonly id: string; readonly parts: number } | undefined> {
  const [row] = await database.query<{ id: string; parts: number }>(
    `select id, parts from user_exports where user_id = $1 and finished_at is not null and ${LIVING}`,
    [userId],
  );
  return row;
}

/** Progress of an export. */
export interface ExportProgress {
  readonly service: number;
  readonly parts: number;
  readonly lines: number;
  /** The size of the new part. */
  readonly bytesAdded: number;
  readonly isLast: boolean;
  /** A finished export can be downloaded for this long. */
  readonly hours: number;
}

/** @returns false if the export is finished, or was deleted with its user */
export async function saveExportProgress(tx: Tx, id: string, progress: ExportProgress): Promise<boolean> {
  const { service, parts, lines, bytesAdded, isLast, hours } = progress;
  const saved = await tx.execute(
    `update user_exports
        set service = $2, parts = $3, lines = $4, bytes = bytes + $5,
            finished_at = case when $6 then clock_timestamp() end,
            expires_at = case when $6 then clock_timestamp() + make_interval(hours => $7) end
      where id = $1 and finished_at is null`,
    [id, service, parts, lines, bytesAdded, isLast, hours],
  );
  return saved > 0;
}

/** @param place position of the part, from 0 */
export async function insertExportPart(tx: Tx, id: string, place: number, content: Buffer): Promise<void> {
  await tx.execute('insert into user_export_parts (export_id, place, content) values ($1, $2, $3)', [
    id,
    place,
    content,
  ]);
}

/** @param place position of the part, from 0 */
export async function readExportPart(
  database: Queryable,
  id: string,
  place: number,
): Promise<Buffer | undefined> {
  const [part] = await database.query<{ content: Buffer }>(
    'select content from user_export_parts where export_id = $1 and place = $2',
    [id, place],
  );
  return part?.content;
}

export const EXPIRED_EXPORTS: OldRows = { table: 'user_exports', since: 'expires_at', days: 0 };

export const EXPORT_TABLES: readonly UserTable[] = [
  {
    table: 'user_export_parts',
    rowsOfUserSql: 't.export_id in (select id from user_exports where user_id = $1)',
  },
  { table: 'user_exports', rowsOfUserSql: 't.user_id = $1' },
];
