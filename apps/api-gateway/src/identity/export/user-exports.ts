import { SERVICES } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Readable } from 'node:stream';

interface ExportRow {
  readonly id: string;
  readonly service: number;
  readonly lines: number;
  readonly bytes: number;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

const LIVING = '(expires_at is null or expires_at > now())';

/** Begins an export, or keeps an existing one. @returns its id; null if one existed */
export async function requestExport(database: Queryable, userId: number): Promise<string | null> {
  await database.execute(`delete from user_exports where user_id = $1 and not ${LIVING}`, [userId]);
  const [begun] = await database.query<{ id: string }>(
    'insert into user_exports (user_id) values ($1) on conflict do nothing returning id',
    [userId],
  );
  return begun?.id ?? null;
}

/** The user's export and its progress; null if none was requested, or it has expired. */
export async function readExport(database: Queryable, userId: number) {
  const [row] = await database.query<ExportRow>(
    `select id, service, lines, bytes, requested_at, finished_at, expires_at
       from user_exports where user_id = $1 and ${LIVING}`,
    [userId],
  );
  return row ? toExport(row) : null;
}

function toExport(row: ExportRow) {
  return {
    id: row.id,
    status: row.finished_at === null ? ('PREPARING' as const) : ('READY' as const),
    services_total: String(SERVICES.length),
    services_done: String(row.service),
    lines: String(row.lines),
    bytes: String(row.bytes),
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** The finished export as a gzip file, read piece by piece while it is sent; null if there is none. */
export async function openExport(database: Queryable, userId: number): Promise<Readable | null> {
  const [row] = await database.query<{ id: string; parts: number }>(
    `select id, parts from user_exports where user_id = $1 and finished_at is not null and ${LIVING}`,
    [userId],
  );
  return row ? Readable.from(pieces(database, row.id, row.parts), { objectMode: false }) : null;
}

async function* pieces(database: Queryable, id: string, parts: number): AsyncGenerator<Buffer> {
  for (let place = 0; place < parts; place += 1) {
    const [part] = await database.query<{ content: Buffer }>(
      'select content from user_export_parts where export_id = $1 and place = $2',
      [id, place],
    );
    // Half a file that looks whole would be worse: it has an end of its own.
    if (!part) throw new Error('the export was removed while it was being fetched');
    yield part.content;
  }
}
