import { enqueueJobs } from '@tributary/jobs';
import { Queryable } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { Window } from './redeliveries.store';

/** Kind of the jobs that send deliveries again. */
export const RECOVERIES = 'recoveries';

/** Selects the deliveries of an endpoint to send again. */
export interface RecoveryRequest extends Window {
  /** Maximum number of deliveries per second; null for as many as the endpoint accepts. */
  readonly perSecond: number | null;
}

/** Creates a job that sends deliveries again. @returns its id */
export async function beginRecovery(
  tx: Queryable,
  userId: number,
  request: RecoveryRequest,
): Promise<number | null> {
  const [id] = await enqueueJobs(tx, RECOVERIES, [{ key: randomUUID(), userId, payload: request }]);
  return id ?? null;
}
