import { RuleApplicationDocument } from '@tributary/contracts';
import { TrackedJob, TrackedJobs } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { ApplicationRequest, APPLICATIONS, insertRow } from './rule-applications.store';

/** The rule, the accounts and the options of a job. */
export type ApplicationTask = Omit<ApplicationRequest, 'userId'>;

/** The jobs that apply rules to history. */
export const applications = new TrackedJobs<RuleApplicationDocument, ApplicationTask>(APPLICATIONS);

/** Creates an application and its job. The caller has locked the rule and checked that it has no open application. */
export async function insertApplication(
  tx: Tx,
  request: ApplicationRequest,
): Promise<TrackedJob<RuleApplicationDocument>> {
  const { userId, ...payload } = request;
  return applications.begin(tx, await insertRow(tx, request), userId, payload);
}
