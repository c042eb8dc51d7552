import { smallestOf, DestinationType } from '@tributary/contracts';
import { Database, isFree, msUntil } from '@tributary/persistence';
import { Destinations } from '../../destinations/destinations';
import { timeToSendInMs } from './pacing';

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
const PENDING_UNITS = `
  with recursive unit(id) as (
    (select min(unit_id) from transfers where state = 'PENDING')
    union all
    select (select min(unit_id) from transfers where state = 'PENDING' and unit_id > unit.id)
      from unit where unit.id is not null
  )`;

const LOADED_UNITS = `
  ${PENDING_UNITS}
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

/** What a look for units found. */
export interface FoundUnits {
  readonly ready: readonly ReadyUnit[];
  /** How long until the first of those that wait for more rows is ready; null: none waits for a known time. */
  readonly nextInMs: number | null;
  /** Units that wait for more rows, or for requests to be free. */
  readonly waiting: readonly number[];
}

export async function readyUnits(
  database: Database,
  destinations: Destinations,
  settings: { readonly rowsMax: number; readonly lingerMs: number },
): Promise<FoundUnits> {
  const windows = destinations.types.map((type) => [
    type,
    destinations.of(type).pace.windows.map(({ windowMs }) => windowMs),
  ]);
  const rows = await database.queryPrepared<UnitRow>(LOADED_UNITS, [
    settings.rowsMax,
    JSON.stringify(Object.fromEntries(windows)),
  ]);
  const paced = rows.map((unit) => {
    const { pace } = destinations.of(unit.destinationType);
    const rowsMax = Math.min(pace.rowsMax, settings.rowsMax);
    return {
      unit,
      inMs: timeToSendInMs(unit, { rowsMax, lingerMs: settings.lingerMs, windows: pace.windows }),
    };
  });
  const waiting = paced.filter(({ inMs }) => inMs !== 0);
  return {
    ready: paced.filter(({ inMs }) => inMs === 0).map(({ unit }) => unit),
    // Requests become free one by one as the windows pass: the next look is soon.
    nextInMs: waiting.length === 0 ? null : smallestOf(waiting.map(({ inMs }) => inMs ?? 0)),
    waiting: waiting.map(({ unit }) => unit.unitId),
  };
}

/** How long until a unit, beside those given, has due transfers and is free; null if nothing is pending. */
export async function nextUnitInMs(database: Database, except: readonly number[]): Promise<number | null> {
  const [next] = await database.queryPrepared<{ in_ms: number | null }>(
    `${PENDING_UNITS}
     select ${msUntil('min(greatest(first.due_at, c.blocked_until, l.lease_until))')} as in_ms
       from unit
       join destination_units u on u.id = unit.id
       join destination_connections c on c.id = u.connection_id
       left join dispatch_leases l on l.unit_id = u.id
      cross join lateral (select min(due_at) as due_at from transfers t
                           where t.state = 'PENDING' and t.unit_id = u.id) first
      where c.enabled and u.id <> all($1::bigint[])`,
    [except],
  );
  return next?.in_ms ?? null;
}
