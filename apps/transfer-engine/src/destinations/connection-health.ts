import { Health } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { connectionResource, isHealthy, lockConnection, saveHealth } from './connections';
import { destinationUpserted, toResource } from './destination-rows';
import { FailureDetail } from './destination.port';

/** How the last requests of a connection went; null: well. */
export type Observation = Exclude<FailureDetail, { kind: 'refused' | 'target-gone' }> | null;

/** After so many failures in a row a connection counts as failing. */
const FAILING_AFTER = 3;
/** A token that was refused is tried again after this, unless the user connects again before. */
const UNAUTHORIZED_PAUSE_MS = 3_600_000;

/** The health after the observation; null where it stays as it is. */
export function nextHealth(health: Health, observation: Observation, now: string): Health | null {
  if (observation === null) {
    if (health.status === 'HEALTHY') return null;
    return { ...HEALTHY, last_attempt_at: now };
  }
  switch (observation.kind) {
    case 'rate-limited':
      return null; // a request to wait, which is not a fault
    case 'unauthorized':
      return {
        ...health,
        status: 'FAILING',
        integrator_message: observation.reason,
        failure_count: health.failure_count + 1,
        last_attempt_at: now,
      };
    case 'unavailable':
    case 'outcome-unknown': {
      const failures = health.transient_failure_count + 1;
      return {
        ...health,
        status: failures >= FAILING_AFTER ? 'FAILING' : 'DEGRADED',
        transient_message: observation.reason,
        transient_failure_count: failures,
        last_attempt_at: now,
      };
    }
  }
}

const HEALTHY: Health = {
  status: 'HEALTHY',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
};

/** Saves the connection's health and publishes a change; pauses the connection if the destination requested it. */
export async function recordObservation(
  tx: Tx,
  connectionId: number,
  observation: Observation,
): Promise<void> {
  if (observation === null && (await isHealthy(tx, connectionId))) return; // nearly always: no lock, no write
  const connection = await lockConnection(tx, connectionId);
  if (!connection) return;
  if (observation !== null) await rest(tx, connectionId, observation);
  const health = nextHealth(connection.health, observation, new Date().toISOString());
  const changed = health === null ? null : await saveHealth(tx, connectionId, health);
  if (changed === null) return;
  const owner = {
    userId: changed.user_id,
    connectionId,
    destinationType: changed.destination_type,
  };
  const resource = toResource('CONNECTION', connectionResource(changed));
  await appendToOutbox(tx, destinationUpserted(owner, [resource]));
}

async function rest(tx: Tx, connectionId: number, observation: NonNullable<Observation>): Promise<void> {
  switch (observation.kind) {
    case 'rate-limited':
      return restFor(tx, connectionId, observation.retryAfterMs);
    case 'unauthorized':
      return restFor(tx, connectionId, UNAUTHORIZED_PAUSE_MS);
    case 'unavailable':
    case 'outcome-unknown':
      return; // the transfers have their own patience
  }
}

/** Where no time was named: until the first of the hour's requests does not count any more. */
async function restFor(tx: Tx, connectionId: number, ms: number | null): Promise<void> {
  await tx.execute(
    `update destination_connections
        set blocked_until = coalesce(
              clock_timestamp() + make_interval(secs => $2::float8 / 1000),
              (select min(requested_at) + interval '1 hour' from destination_requests
                where connection_id = $1 and requested_at > clock_timestamp() - interval '1 hour'),
              clock_timestamp() + interval '1 minute')
      where id = $1`,
    [connectionId, ms],
  );
}
