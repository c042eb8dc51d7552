import { Problem } from '@tributary/contracts';
import { busyProblem } from '../../rules/rule-checks';
import { TryingWorkers } from '../../evaluation/workers/pools';
import { Request, RuleEndedError } from '../../evaluation/workers/rule-worker';
import { Tasks } from '../../evaluation/workers/tasks';

/**
 * Runs a preview.
 * @throws Problem (invalid) that names the limit which the rule exceeded
 */
export async function runPreview<Name extends 'try' | 'compare'>(
  workers: TryingWorkers,
  userId: number,
  request: Request<Name>,
): Promise<Tasks[Name]['result']> {
  try {
    return await workers.run(`previews of ${userId}`, request);
  } catch (error) {
    if (error instanceof RuleEndedError) throw Problem.invalid({ rule: [`The rule ${error.message}.`] });
    throw busyProblem(error);
  }
}
