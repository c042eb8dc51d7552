import { Queryable, Tx } from '@tributary/persistence';
import { DeliveryStateRow, STATE_COLUMNS } from '../deliveries/deliveries.store';
import { joinEndpoints } from '../endpoints/endpoints.store';

/** Makes deliveries `d` due now; the schedule of retries starts over. */
const SEND_AGAIN = `
  update deliveries d
     set status = 'PENDING', next_attempt_at = now(), earlier_attempts = d.attempts, version = d.version + 1`;

export async function sendAgain(
  tx: Tx,
  endpointId: number,
  deliveryId: number,
): Promise<DeliveryStateRow | undefined> {
  const [row] = await tx.query<DeliveryStateRow>(
    `${SEND_AGAIN} where d.id = $1 and d.endpoint_id = $2 returning ${STATE_COLUMNS}`,
    [deliveryId, endpointId],
  );
  return row;
}

/** The deliveries of an endpoint in a time window. */
export interface Window {
  readonly endpointId: number;
  readonly since: string;
  readonly until: string;
  /** Whether delivered ones are included, beside failed and discarded ones. */
  readonly deliveredToo: boolean;
}

/**
 * Makes the window's deliveries after an id due again, oldest first, except those from before the endpoint was
 * restricted.
 */
export async function sendWindowAgain(
  tx: Tx,
  { endpointId, since, until, deliveredToo }: Window,
  after: number,
  limit: number,
): Promise<DeliveryStateRow[]> {
  const rows = await tx.query<DeliveryStateRow>(
    `${SEND_AGAIN}
      from (select due.id from deliveries due ${joinEndpoints('due')}
             where due.created_at >= coalesce(e.narrowed_at, '-infinity') and due.endpoint_id = $1 and due.id > $2
               and (due.status in ('FAILED', 'DISCARDED') or ($3 and due.status = 'DELIVERED'))
               and due.created_at between $4 and $5
             order by due.id limit $6) chosen
     where d.id = chosen.id returning ${STATE_COLUMNS}`,
    [endpointId, after, deliveredToo, since, until, limit],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Returns how many deliveries `sendWindowAgain` would send. */
export async function countWindow(
  database: Queryable,
  { endpointId, since, until, deliveredToo }: Window,
): Promise<number> {
  const [row] = await database.query<{ deliveries: number }>(
    `select count(*) as deliveries
       from deliveries d ${joinEndpoints('d')}
      where e.id = $1 and d.created_at between $2 and $3 and d.created_at >= coalesce(e.narrowed_at, '-infinity')
        and (d.status in ('FAILED', 'DISCARDED') or ($4 and d.status = 'DELIVERED'))`,
    [endpointId, since, until, deliveredToo],
  );
  return row?.deliveries ?? 0;
}

/**
 * Returns how many failed and discarded deliveries of the endpoint are in the window, and the window's end.
 * @param window its end (null: now), and the time from which deliveries may be sent again
 */
export async function countUndelivered(
  tx: Tx,
  endpointId: number,
  window: { readonly since: string; readonly until: string | null; readonly notBefore: Date | null },
): Promise<{ readonly count: number; readonly until: Date } | undefined> {
  const [row] = await tx.query<{ count: number; until: Date }>(
    // A job stores times as texts with milliseconds.
    `with chosen as (select coalesce($3::timestamptz, now() + interval '1 millisecond') as until)
     select count(d.id) as count, chosen.until
       from chosen left join deliveries d on d.endpoint_id = $1 and d.status in ('FAILED', 'DISCARDED')
        and d.created_at between $2 and chosen.until and d.created_at >= coalesce($4::timestamptz, '-infinity')
      group by chosen.until`,
    [endpointId, window.since, window.until, window.notBefore],
  );
  return row;
}

export async function isOlderThan(
  tx: Tx,
  endpointId: number,
  deliveryId: number,
  moment: Date,
): Promise<boolean> {
  const older = await tx.query(
    'select 1 from deliveries where id = $1 and endpoint_id = $2 and created_at < $3',
    [deliveryId, endpointId, moment],
  );
  return older.length > 0;
}

export interface PublishedRow extends DeliveryStateRow {
  readonly endpoint_id: number;
  readonly user_id: number;
  readonly created_at: Date;
}

/**
 * The queries of a replay: count the published deliveries (attempted, discarded or requested ones), and read the rows
 * above an id.
 */
export const PUBLISHED_DELIVERIES = {
  totalSql: 'select count(*) as count from deliveries where version > 0',
  nextRowsQuery: `select ${STATE_COLUMNS}, d.endpoint_id, e.user_id from deliveries d
           ${joinEndpoints('d')}
          where d.id > $1 and d.version > 0 order by d.id limit $2`,
} as const;

export interface AttemptRow {
  readonly delivery_id: number;
  readonly number: number;
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: string | null;
}

/** Returns the attempts in the order of their numbers. */
export function attemptsOf(tx: Tx, deliveryIds: readonly number[]): Promise<AttemptRow[]> {
  return tx.query<AttemptRow>(
    `select delivery_id, (row_number() over (partition by delivery_id order by id))::int as number,
            attempted_at, duration_ms, status_code, error
       from delivery_attempts where delivery_id = any($1::bigint[])`,
    [deliveryIds],
  );
}
