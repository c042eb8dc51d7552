import { Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import { beginRecovery } from './begin-recovery';

const MOMENT = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$' });

const PARAMETERS = Type.Object({
  endpointId: Type.Integer(),
  from: MOMENT,
  to: MOMENT,
  /** Also delivered ones, not only failed and discarded ones. */
  deliveredToo: Type.Boolean(),
  perSecond: Type.Integer({ minimum: 1, maximum: 1000 }),
  dryRun: Type.Boolean(),
});

/**
 * `replay-webhooks`: sends the deliveries of a window again, oldest first, each under its own `webhook-id`, so that
 * receivers recognize those that they have. `begin` wakes the runner of jobs. The result is JSON: the number of
 * `deliveries`, and the id of the job (`recovery`) that sends them (null: there are none).
 */
export function replayWebhooks(database: Database, begin: () => void): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { dryRun, from, to, ...chosen } = readParameters(PARAMETERS, parameters);
    const { endpointId } = chosen;
    const [endpoint] = await database.query<{ enabled: boolean; user_id: number }>(
      'select enabled, user_id from webhook_endpoints where id = $1',
      [endpointId],
    );
    if (!endpoint) throw new OperatorRequestError(`there is no endpoint ${endpointId}`);
    if (!endpoint.enabled)
      throw new OperatorRequestError(`endpoint ${endpointId} is disabled; enable it first`);
    const [window] = await database.query<{ deliveries: number }>(COUNT, [
      endpointId,
      from,
      to,
      chosen.deliveredToo,
    ]);
    const deliveries = window?.deliveries ?? 0;
    if (dryRun || deliveries === 0) return JSON.stringify({ deliveries, recovery: null });
    const recovery = await beginRecovery(database, endpoint.user_id, { ...chosen, since: from, until: to });
    begin();
    return JSON.stringify({ deliveries, recovery });
  };
}

const COUNT = `
  select count(*) as deliveries
    from deliveries d join webhook_endpoints e on e.id = d.endpoint_id
   where e.id = $1 and d.created_at between $2 and $3 and d.created_at >= coalesce(e.narrowed_at, '-infinity')
     and (d.status in ('FAILED', 'DISCARDED') or ($4 and d.status = 'DELIVERED'))`;
