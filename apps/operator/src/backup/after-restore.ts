import { leaseEnding } from '@tributary/messaging';
import { Pool } from 'pg';
import { SCHEMAS } from '../operator.config';
import { RequestFailed } from '../requests/request-service';

/**
 * Prepares a restored database for the start of the services. Clients know the ids that were assigned after the backup,
 * so these must not be assigned again: every sequence skips `idsAhead`. All leases of outboxes are removed.
 * @returns the number of sequences
 * @throws RequestFailed
 */
export async function prepareRestored(pool: Pool, idsAhead: number): Promise<number> {
  const { rows: running } = await pool.query<{ name: string }>(
    `select distinct usename::text as name from pg_stat_activity
      where usename = any($1) and datname = current_database() order by 1`,
    [SCHEMAS],
  );
  if (running.length > 0) {
    throw new RequestFailed(`stop these services first: ${running.map(({ name }) => name).join(', ')}`);
  }
  const { rows } = await pool.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $2)
       from pg_sequences where schemaname = any($1)`,
    [SCHEMAS, idsAhead],
  );
  for (const schema of SCHEMAS) {
    await pool.query(leaseEnding(schema));
  }
  return rows.length;
}
