import { SCHEMAS } from '../../src/services/service-environment';
import type { PostgresUnderFault } from './postgres-under-fault';

/**
 * Tables about the execution of work, whose rows depend on time. The number of transactions in a delivery also depends
 * on time; the receiver's ledger shows that each was announced once.
 */
const OF_THE_WORK = new Set([
  'migrations',
  'outbox',
  'outbox_lease',
  'processed_commands',
  'jobs',
  'operator_requests',
  'dispatch_leases',
  'dispatch_claims',
  'destination_requests',
  'sending_states',
  'deliveries',
  'delivery_contents',
  'delivery_attempts',
  'recorded_events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_events',
  'request_counts',
  'idempotency_keys', // stored replies are encrypted, so no two are equal
  'model_changes', // a row for each database transaction, which may contain several changes
  'change_clocks',
  'transfer_pairs', // of several candidates the first one counts, and accounts are synced in parallel
]);

/** Members with values from sequences, clocks or chance; they are removed from rows and from documents in them. */
const GIVEN_BY_CHANCE =
  '(id|url|[a-z_]+_id|[a-zA-Z]+Id|ids|[a-z_]+_ids|[a-z_]*version|[a-zA-Z]*Version|hash|[a-z_]+_hash|secret|token|[a-z_]+_at|[a-zA-Z]+At|fence|lease[a-z_]*|trace|used|calls[a-z_]*|health)';

export interface TableTotal {
  readonly rows: number;
  /** Over all rows, independent of the order in which they were written. */
  readonly checksum: string;
}

/** Returns the final rows of every table of the five schemas, without members that depend on time or chance. */
export async function businessRows(postgres: PostgresUnderFault): Promise<Record<string, TableTotal>> {
  const tables = await postgres.rows<{ name: string; table: string }>(
    `select table_schema || '.' || table_name as name, table_name as table from information_schema.tables
      where table_schema in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')}) and table_type = 'BASE TABLE' order by 1`,
  );
  const totals: Record<string, TableTotal> = {};
  for (const { name, table } of tables) {
    if (OF_THE_WORK.has(table)) continue;
    const [total] = await postgres.rows<{ rows: string; checksum: string }>(totalSql(name));
    totals[name] = { rows: Number(total?.rows ?? 0), checksum: total?.checksum ?? '' };
  }
  return totals;
}

/** Returns SQL of a table's totals. Rows contain documents as JSON and as text with JSON, so quotes may be escaped. */
function totalSql(table: string): string {
  const member = `\\\\?"${GIVEN_BY_CHANCE}\\\\?": ?(\\\\?"[^"]*"|[-0-9.]+|null|\\[[^\\]{}]*\\]),? ?`;
  const time = `[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{8,}(Z|\\+00:00)?`;
  return `
    select count(*) as rows, md5(coalesce(string_agg(md5(text), '' order by md5(text)), '')) as checksum
      from (select regexp_replace(regexp_replace(to_jsonb(t)::text, '${member}', '', 'g'), '${time}', '', 'g') as text
              from ${table} t) rows`;
}
