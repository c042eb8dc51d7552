import { Claim, HeldLease, LeasedTable } from '@tributary/jobs';
import { isFree, isHeld, leaseEnd, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { lockEnabled } from '../../../destinations/connections/connections.store';
import { UNITS_OF_USER } from '../../../destinations/connections/resources/targets.store';

export const UNIT_LEASES: LeasedTable = { table: 'dispatch_leases', key: 'unit_id' };

const HELD = isHeld('dispatch_leases', '$2');

/** Leases the unit for `leaseMs` milliseconds. @returns the claim; nothing while another process has leased the unit */
export function claimUnitRow(tx: Tx, unitId: number, leaseMs: number): Promise<Claim[]> {
  return tx.queryPrepared<Claim>(
    `insert into dispatch_leases as t (unit_id, fence, lease_until) values ($1, 1, ${leaseEnd('$2')})
     on conflict (unit_id) do update set fence = t.fence + 1, lease_until = excluded.lease_until
      where ${isFree('t.lease_until')}
     returning unit_id as id, fence`,
    [unitId, leaseMs],
  );
}

/**
 * Renews the lease, and locks the connection until the transaction ends.
 * @returns whether the connection is enabled; undefined if another process has leased the unit
 */
export async function renewWithConnection(
  tx: Tx,
  { id, fence, leaseMs }: HeldLease,
  connectionId: number,
): Promise<{ readonly enabled: boolean | null } | undefined> {
  const [held] = await tx.queryPrepared<{ enabled: boolean | null }>(
    `with held as (update dispatch_leases set lease_until = ${leaseEnd('$3')} where unit_id = $1 and ${HELD}
                   returning unit_id),
          connection as (${lockEnabled('$4')})
     select (select enabled from connection) as enabled from held`,
    [id, fence, leaseMs, connectionId],
  );
  return held;
}

/**
 * Locks the lease until the transaction ends.
 * @returns the database's time; null if another process has leased the unit
 */
export async function lockLease(tx: Tx, { id, fence }: Claim): Promise<Date | null> {
  const [held] = await tx.queryPrepared<{ now: Date }>(
    `select clock_timestamp() as now from dispatch_leases where unit_id = $1 and ${HELD} for update`,
    [id, fence],
  );
  return held?.now ?? null;
}

/** Ends the lease of a claim and deletes its record of transfers. */
export async function releaseClaim(tx: Tx, { id, fence }: Claim): Promise<void> {
  await tx.queryPrepared(
    `with done as (delete from dispatch_claims where unit_id = $1 and fence = $2)
     update dispatch_leases set lease_until = null where unit_id = $1 and ${HELD}`,
    [id, fence],
  );
}

/** SQL that joins `lease`, the lease of the unit of this id, if it has one. */
export const joinLeases = (unitId: string): string =>
  `left join dispatch_leases lease on lease.unit_id = ${unitId}`;

export const CLAIMS_TABLE: UserTable = {
  table: 'dispatch_claims',
  rowsOfUserSql: `t.unit_id in (${UNITS_OF_USER})`,
};

export const LEASES_TABLE: UserTable = {
  table: 'dispatch_leases',
  rowsOfUserSql: `t.unit_id in (${UNITS_OF_USER})`,
};
