import { Static, Type } from '@sinclair/typebox';
import { Queryable } from '@tributary/persistence';
import { component } from '../../rest/openapi/components';
import { OrNull, TimeText } from '../../rest/openapi/wire.schema';

const HOURS = 48;
const Count = Type.Integer({ minimum: 0 });

/** The attempts of one hour. */
export const WebhookFigures = component(
  'WebhookFigures',
  Type.Object({
    hour: TimeText,
    answered: Type.Integer({ minimum: 0, description: 'With a status of 2xx.' }),
    failed: Count,
    median_ms: OrNull(Count),
    p95_ms: OrNull(Count),
  }),
);

type FiguresRow = Omit<Static<typeof WebhookFigures>, 'hour'> & { readonly hour: Date };

/** The attempts to an endpoint in each of the last hours, the present one included. One statement. */
export async function readFigures(database: Queryable, endpointId: number): Promise<FiguresRow[]> {
  return database.query<FiguresRow>(
    `with hours as (
       select generate_series(date_trunc('hour', now()) - interval '${HOURS - 1} hours', now(), interval '1 hour') as hour
     ), figures as (
       select date_trunc('hour', a.attempted_at) as hour,
              count(*) filter (where a.error is null)::int as answered,
              count(*) filter (where a.error is not null)::int as failed,
              percentile_disc(0.5) within group (order by a.duration_ms) as median_ms,
              percentile_disc(0.95) within group (order by a.duration_ms) as p95_ms
         from webhook_attempts a
        where a.endpoint_id = $1 and a.attempted_at >= (select min(hour) from hours)
        group by 1
     )
     select hour, coalesce(f.answered, 0) as answered, coalesce(f.failed, 0) as failed, f.median_ms, f.p95_ms
       from hours left join figures f using (hour)
      order by hour`,
    [endpointId],
  );
}
