import { DestinationType } from '@tributary/contracts';
import { isFree, msUntil, Queryable } from '@tributary/persistence';
import { WAITS_FOR_CURRENCY } from '../transfers/waiting-transfers';
import { WaitingSnapshot } from './balance-writes';

/** A balance whose turn it is. */
export interface DueBalance {
  readonly linkId: number;
  readonly unitId: number;
  readonly destinationId: number;
  readonly destinationType: DestinationType;
  readonly targetExternalId: string;
  readonly snapshotVersion: number;
  readonly snapshot: WaitingSnapshot;
  readonly attempts: number;
  readonly suspect: boolean;
}

/**
 * SQL: balances that are to be written, behind the link's transactions: where a balance follows from transactions,
 * those that are still to come, or wait for a rate, would be counted twice.
 */
const WAITING = `
       from balance_writes b
       join transfer_links l on l.id = b.link_id
       join destination_targets d on d.id = l.destination_id
       join destination_units u on u.id = b.unit_id
       join destination_connections c on c.id = u.connection_id
       left join dispatch_leases lease on lease.unit_id = b.unit_id
      where b.state = 'PENDING' and c.enabled and c.sync_balances
        and not exists (select 1 from transfers t
                         where t.link_id = b.link_id
                           and (t.state = 'PENDING' and t.due_at < clock_timestamp() + interval '1 day'
                                or ${WAITS_FOR_CURRENCY}))`;

/** How long until the next of them may be written; null if there is none. */
export async function nextBalanceInMs(database: Queryable): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(greatest(b.due_at, c.blocked_until, lease.lease_until))')} as in_ms ${WAITING}`,
  );
  return next?.in_ms ?? null;
}

/** Balances that may be written now. */
export function dueBalances(database: Queryable): Promise<DueBalance[]> {
  return database.query<DueBalance>(
    `select b.link_id as "linkId", b.unit_id as "unitId", l.destination_id as "destinationId",
            c.destination_type as "destinationType", d.external_id as "targetExternalId",
            b.snapshot_version as "snapshotVersion", b.snapshot, b.attempts,
            c.health ->> 'status' <> 'HEALTHY' as suspect
       ${WAITING}
        and b.due_at <= clock_timestamp() and c.blocked_until <= clock_timestamp()
        and ${isFree('lease.lease_until')}
      order by b.due_at limit 50`,
  );
}
