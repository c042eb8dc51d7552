import { SERVICES } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Readable } from 'node:stream';
import {
  deleteExpiredExportsOf,
  ExportRow,
  findExport,
  findFinishedExport,
  insertExport,
  readExportPart,
} from './user-exports.store';

/** Begins an export, unless the user has one. @returns its id; null if one existed */
export async function requestExport(database: Queryable, userId: number): Promise<string | null> {
  await deleteExpiredExportsOf(database, userId);
  return (await insertExport(database, userId)) ?? null;
}

/** The user's export and its progress; null if none was requested, or it has expired. */
export async function readExport(database: Queryable, userId: number) {
  const row = await findExport(database, userId);
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
  const row = await findFinishedExport(database, userId);
  return row ? Readable.from(pieces(database, row.id, row.parts), { objectMode: false }) : null;
}

async function* pieces(database: Queryable, id: string, parts: number): AsyncGenerator<Buffer> {
  for (let place = 0; place < parts; place += 1) {
    const part = await readExportPart(database, id, place);
    // The error breaks the download off: half a file that looks whole would be worse.
    if (!part) throw new Error('the export was removed while it was being fetched');
    yield part;
  }
}
