import { SERVICES } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ErasureRow, findErasure } from './user-erasures.store';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The progress of an erasure, for anybody who knows its id; null if there is none (any more). */
export async function readErasure(database: Queryable, id: string) {
  if (!UUID.test(id)) return null;
  const row = await findErasure(database, id);
  return row ? toErasure(row) : null;
}

function toErasure(row: ErasureRow) {
  return {
    id: row.id,
    status: row.erased_at === null ? ('ERASING' as const) : ('ERASED' as const),
    services_total: String(SERVICES.length),
    services_erased: String(row.services.length),
    rows_erased: String(row.rows_erased),
    requested_at: row.requested_at.toISOString(),
    erased_at: row.erased_at?.toISOString() ?? null,
  };
}
