import { RuleApplicationUpsertedV1 } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import {
  ApplicationPayload,
  ApplicationRequest,
  insertRow,
  readApplication,
  saveEnd,
} from './rule-applications.store';

/** Kind of the jobs that apply rules to history. */
export const RULE_APPLICATIONS = 'rule_applications';

/** The rule, the accounts and the options of a job. */
export type ApplicationTask = Omit<ApplicationRequest, 'userId'>;

/** Creates an application and its job. The caller has locked the rule and checked that it has no open application. */
export async function insertApplication(tx: Tx, request: ApplicationRequest): Promise<ApplicationPayload> {
  const { userId, ...payload } = request;
  const id = await insertRow(tx, request);
  await enqueueJobs(tx, RULE_APPLICATIONS, [{ key: id, userId, payload }]);
  return announceApplication(tx, id);
}

/** Ends the application and publishes it; `error` is null if it succeeded. */
export async function finishApplication(tx: Tx, id: string, error: string | null): Promise<void> {
  await saveEnd(tx, id, error);
  await announceApplication(tx, id);
}

/** Publishes the application's current state. */
export async function announceApplication(tx: Tx, id: number | string): Promise<ApplicationPayload> {
  const payload = await readApplication(tx, id);
  if (!payload) throw new Error(`rule application ${id} is not there`);
  await appendToOutbox(tx, [event(RuleApplicationUpsertedV1, payload.id, payload)]);
  return payload;
}
