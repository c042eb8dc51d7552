import { LeaseKeeperOptions, renewalsOf } from '@tributary/jobs';
import { isFree, isHeld, leaseEnd, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { lockEnabled } from '../../../destinations/connections/connections.store';
import { UNITS_OF_USER } from '../../../destinations/connections/resources/targets.store';

const HELD = isHeld('dispatch_leases', '$2');

/** A lease of a unit, as it was claimed. */
interface UnitLease {
  readonly unitId: number;
  readonly fence: number;
}

/** Leases the unit for `leaseMs` milliseconds. @returns the lease's fence; null while another process has leased it */
export async function claimLease(tx: Tx, unitId: number, leaseMs: number): Promise<number | null> {
  const [lease] = await tx.queryPrepared<{ fence: number }>(
    `insert into dispatch_leases as t (unit_id, fence, lease_until) values ($1, 1, ${leaseEnd('$2')})
     on conflict (unit_id) do update set fence = t.fence + 1, lease_until = excluded.lease_until
      where ${isFree('t.lease_until')}
     returning fence`,
    [unitId, leaseMs],
  );
  return lease?.fence ?? null;
}

/**
 * Renews the lease, and locks the connection until the transaction ends.
 * @returns whether the connection is enabled; undefined if another process has leased the unit
 */
export async function renewLease(
  tx: Tx,
  { unitId, fence }: UnitLease,
  leaseMs: number,
  connectionId: number,
): Promise<{ readonly enabled: boolean | null } | undefined> {
  const [held] = await tx.queryPrepared<{ enabled: boolean | null }>(
    `with held as (update dispatch_leases set lease_until = ${leaseEnd('$3')} where unit_id = $1 and ${HELD}
                   returning unit_id),
          connection as (${lockEnabled('$4')})
     select (select enabled from connection) as enabled from held`,
    [unitId, fence, leaseMs, connectionId],
  );
  return held;
}

/** Renews many leases at once. */
export const leaseRenewals = (database: Queryable): LeaseKeeperOptions['renew'] =>
  renewalsOf(database, 'dispatch_leases', 'unit_id');

/**
 * Locks the lease until the transaction ends.
 * @returns the database's time; null if another process has leased the unit
 */
export async function lockLease(tx: Tx, { unitId, fence }: UnitLease): Promise<Date | null> {
  const [held] = await tx.queryPrepared<{ now: Date }>(
    `select clock_timestamp() as now from dispatch_leases where unit_id = $1 and ${HELD} for update`,
    [unitId, fence],
  );
  return held?.now ?? null;
}

/** Ends the lease of a claim that recorded no transfers. */
export async function releaseLease(tx: Tx, { unitId, fence }: UnitLease): Promise<void> {
  await tx.execute(`update dispatch_leases set lease_until = null where unit_id = $1 and ${HELD}`, [
    unitId,
    fence,
  ]);
}

/** Ends the lease of a claim and deletes its record of transfers. */
export async function releaseClaim(tx: Tx, { unitId, fence }: UnitLease): Promise<void> {
  await tx.queryPrepared(
    `with done as (delete from dispatch_claims where unit_id = $1 and fence = $2)
     update dispatch_leases set lease_until = null where unit_id = $1 and ${HELD}`,
    [unitId, fence],
  );
}

/** SQL that joins `lease`, the lease of the unit of this id, if it has one. */
export const joinLeases = (unitId: string): string =>
  `left join dispatch_leases lease on lease.unit_id = ${unitId}`;

export const CLAIMS_TABLE: UserTable = { table: 'dispatch_claims', of: `t.unit_id in (${UNITS_OF_USER})` };

export const LEASES_TABLE: UserTable = { table: 'dispatch_leases', of: `t.unit_id in (${UNITS_OF_USER})` };
