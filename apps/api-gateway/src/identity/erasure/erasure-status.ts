import { SERVICES } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ErasureRow {
  readonly id: string;
  readonly services: readonly string[];
  readonly rows_erased: number;
  readonly requested_at: Date;
  readonly erased_at: Date | null;
}

/** The progress of an erasure, for anybody who knows its id; null if there is none (any more). */
export async function readErasure(database: Queryable, id: string) {
  if (!UUID.test(id)) return null;
  const [row] = await database.query<ErasureRow>(
    'select id, services, rows_erased, requested_at, erased_at from user_erasures where id = $1',
    [id],
  );
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
