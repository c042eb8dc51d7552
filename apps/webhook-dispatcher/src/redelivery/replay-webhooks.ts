import { Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError, OperatorRequestHandler, readParameters } from '@tributary/service';
import { readEndpoint } from '../endpoints/endpoints.store';
import { countWindow } from './redeliveries.store';
import { beginRecovery } from './begin-recovery';

const MOMENT = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$' });

const PARAMETERS = Type.Object({
  endpointId: Type.Integer(),
  from: MOMENT,
  to: MOMENT,
  /** Whether delivered ones are included, beside failed and discarded ones. */
  deliveredToo: Type.Boolean(),
  perSecond: Type.Integer({ minimum: 1, maximum: 1000 }),
  dryRun: Type.Boolean(),
});

/** Result of a request, as JSON. */
export interface ReplayOutcome {
  readonly deliveries: number;
  /** The job that sends them; null if there are none, or they were only counted. */
  readonly recovery: number | null;
}

/**
 * The operator request `replay-webhooks`: sends the deliveries of a time window again, oldest first, each under its own
 * `webhook-id`, so that receivers recognize repetitions. `begin` wakes the job runner. The result is a `ReplayOutcome`.
 */
export function replayWebhooks(database: Database, begin: () => void): OperatorRequestHandler {
  return async ({ parameters }) => {
    const { dryRun, from, to, ...chosen } = readParameters(PARAMETERS, parameters);
    const { endpointId } = chosen;
    const endpoint = await readEndpoint(database, endpointId);
    if (!endpoint) throw new OperatorRequestError(`there is no endpoint ${endpointId}`);
    if (!endpoint.enabled)
      throw new OperatorRequestError(`endpoint ${endpointId} is disabled; enable it first`);
    const window = { ...chosen, since: from, until: to };
    const deliveries = await countWindow(database, window);
    const nothing: ReplayOutcome = { deliveries, recovery: null };
    if (dryRun || deliveries === 0) return JSON.stringify(nothing);
    const recovery = await beginRecovery(database, endpoint.userId, window);
    begin();
    return JSON.stringify({ ...nothing, recovery });
  };
}
