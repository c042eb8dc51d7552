import { Health } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { connectionResource } from './connections';
import { blockConnection, isHealthy, lockConnection, saveHealth } from './connections.store';
import { destinationUpserted, toResource } from './resources/destination-rows';
import { FailureDetail } from '../destination.port';

/** The failure of a connection's last requests; null if they succeeded. */
export type Observation = Exclude<FailureDetail, { kind: 'refused' | 'target-gone' }> | null;

/** Consecutive failures after which a connection counts as failing. */
const FAILING_AFTER = 3;
/** Pause after a refused token; connecting again ends it sooner. */
const UNAUTHORIZED_PAUSE_MS = 3_600_000;

/** The health after the observation; null if it does not change. */
export function nextHealth(health: Health, observation: Observation, now: string): Health | null {
  if (observation === null) {
    if (health.status === 'HEALTHY') return null;
    return { ...HEALTHY, last_attempt_at: now };
  }
  switch (observation.kind) {
    case 'rate-limited':
      return null; // the destination limits the rate, which is no fault
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

/**
 * Saves the connection's health and publishes a change; pauses the connection after a rate limit or a refused token.
 */
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
      return blockConnection(tx, connectionId, observation.retryAfterMs);
    case 'unauthorized':
      return blockConnection(tx, connectionId, UNAUTHORIZED_PAUSE_MS);
    case 'unavailable':
    case 'outcome-unknown':
      return; // transfers have their own retry pauses
  }
}
