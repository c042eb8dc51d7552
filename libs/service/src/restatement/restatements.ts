import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { Place } from './restated-part';

/** A restatement that this process holds the lease of. */
export interface LeasedRestatement {
  readonly rebuildId: number;
  readonly leaseToken: string;
}

/** How far it is. */
export interface RestatementProgress {
  readonly part: number;
  readonly place: Place;
  readonly messages: number;
  readonly rowsTold: number;
  readonly rowsTotal: number | null;
}

/** Takes the one that nobody works on; null where there is none. */
export async function leaseRestatement(
  database: Queryable,
  leaseMs: number,
): Promise<LeasedRestatement | null> {
  const leaseToken = randomUUID();
  const [job] = await database.query<{ rebuildId: number }>(
    `update restatements set lease_token = $1, lease_until = clock_timestamp() + make_interval(secs => $2)
      where rebuild_id = (select rebuild_id from restatements
                           where ended_at is null and (lease_until is null or lease_until < clock_timestamp())
                           order by rebuild_id desc limit 1 for update skip locked)
     returning rebuild_id as "rebuildId"`,
    [leaseToken, leaseMs / 1000],
  );
  return job ? { rebuildId: job.rebuildId, leaseToken } : null;
}

/** How far it is, locked; null where it ended, or went to another process. */
export async function lockProgress(
  tx: Tx,
  { rebuildId, leaseToken }: LeasedRestatement,
): Promise<RestatementProgress | null> {
  const [row] = await tx.query<RestatementProgress>(
    `select part, place, messages, rows_told as "rowsTold", rows_total as "rowsTotal" from restatements
      where rebuild_id = $1 and lease_token = $2 and ended_at is null for update`,
    [rebuildId, leaseToken],
  );
  return row ?? null;
}

/** Notes what was told, in the transaction that tells it, and keeps the lease. */
export async function moveOn(
  tx: Tx,
  { rebuildId }: LeasedRestatement,
  { part, place, messages, rowsTold, rowsTotal }: RestatementProgress,
  leaseMs: number,
): Promise<void> {
  await tx.execute(
    `update restatements
        set part = $2, place = $3, messages = $4, rows_told = $5, rows_total = $6,
            lease_until = clock_timestamp() + make_interval(secs => $7)
      where rebuild_id = $1`,
    [rebuildId, part, place, messages, rowsTold, rowsTotal, leaseMs / 1000],
  );
}

export async function endRestatement(tx: Tx, { rebuildId }: LeasedRestatement): Promise<void> {
  await tx.execute('update restatements set ended_at = clock_timestamp() where rebuild_id = $1', [rebuildId]);
}

/** Lets another process go on at once. */
export async function releaseRestatement(database: Queryable, job: LeasedRestatement): Promise<void> {
  await database.execute(
    'update restatements set lease_token = null, lease_until = null where rebuild_id = $1 and lease_token = $2',
    [job.rebuildId, job.leaseToken],
  );
}
