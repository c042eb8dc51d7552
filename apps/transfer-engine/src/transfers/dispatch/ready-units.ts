import { DestinationType } from '@tributary/contracts';
import { isFree, Queryable } from '@tributary/persistence';
import { Destinations } from '../../destinations/destinations';
import { isTimeToSend } from './pacing';

export interface ReadyUnit {
  readonly unitId: number;
  readonly connectionId: number;
  readonly destinationType: DestinationType;
  /** The connection failed lately. */
  readonly suspect: boolean;
}

interface UnitRow extends ReadyUnit {
  readonly dueCount: number;
  readonly oldestDueMs: number;
  readonly requestsMade: readonly number[];
}

/**
 * The units whose turn it is and that are free, longest waiting first. The recursive part steps from unit to
 * unit through the index of what is pending, so its cost follows the number of units, not of transfers.
 */
const LOADED_UNITS = `
  with recursive unit(id) as (
    (select min(unit_id) from transfers where state = 'PENDING')
    union all
    select (select min(unit_id) from transfers where state = 'PENDING' and unit_id > unit.id)
      from unit where unit.id is not null
  )
  select u.id as "unitId", c.id as "connectionId", c.destination_type as "destinationType",
         c.health ->> 'status' <> 'HEALTHY' as suspect,
         due.count::int as "dueCount",
         (extract(epoch from clock_timestamp() - due.oldest) * 1000)::float8 as "oldestDueMs",
         (select coalesce(array_agg(made.count order by w.place), '{}')
            from jsonb_array_elements_text($2::jsonb -> c.destination_type) with ordinality as w(ms, place)
           cross join lateral (
             select count(*)::int as count from destination_requests r
              where r.connection_id = c.id
                and r.requested_at > clock_timestamp() - make_interval(secs => w.ms::float8 / 1000)
           ) made) as "requestsMade"
    from unit
    join destination_units u on u.id = unit.id
    join destination_connections c on c.id = u.connection_id
    left join dispatch_leases l on l.unit_id = u.id
    cross join lateral (
      select count(*) as count, min(due_at) as oldest
        from (select due_at from transfers t
               where t.state = 'PENDING' and t.unit_id = u.id and t.due_at <= clock_timestamp()
               order by due_at limit $1) head
    ) due
   where due.count > 0 and c.enabled and c.blocked_until <= clock_timestamp()
     and ${isFree('l.lease_until')}
   order by due.oldest`;

export async function readyUnits(
  database: Queryable,
  destinations: Destinations,
  settings: { readonly rowsMax: number; readonly lingerMs: number },
): Promise<ReadyUnit[]> {
  const windows = destinations.types.map((type) => [
    type,
    destinations.of(type).pace.windows.map(({ windowMs }) => windowMs),
  ]);
  const rows = await database.query<UnitRow>(LOADED_UNITS, [
    settings.rowsMax,
    JSON.stringify(Object.fromEntries(windows)),
  ]);
  return rows.filter((row) => {
    const { pace } = destinations.of(row.destinationType);
    return isTimeToSend(row, {
      rowsMax: Math.min(pace.rowsMax, settings.rowsMax),
      lingerMs: settings.lingerMs,
      windows: pace.windows,
    });
  });
}
