import { Progress } from '@tributary/jobs';
import { isTransient } from '@tributary/persistence';

/** Does the job's next transactions, at most so many, or leaves them out. */
export type Step = (limit: number, options: { readonly leaveOut: boolean }) => Promise<Progress>;

/** Transactions that are shaped and written at a time. */
export const CHUNK_TRANSACTIONS = 200;

/**
 * One chunk of a job. A chunk that fails permanently is processed one by one, so that a bad transaction does not block
 * the others: it is left out and reported. Transient failures are thrown, and retried later.
 */
export async function doChunk(
  step: Step,
  onFailure: (what: string, error: unknown) => void,
): Promise<Progress> {
  try {
    return await step(CHUNK_TRANSACTIONS, { leaveOut: false });
  } catch (error) {
    if (isTransient(error)) throw error;
    onFailure('a part failed: going on one by one', error);
  }
  let progress: Progress = 'more';
  for (let count = 0; count < CHUNK_TRANSACTIONS && progress === 'more'; count += 1) {
    progress = await doSingle(step, onFailure);
  }
  return progress;
}

async function doSingle(step: Step, onFailure: (what: string, error: unknown) => void): Promise<Progress> {
  try {
    return await step(1, { leaveOut: false });
  } catch (error) {
    if (isTransient(error)) throw error;
    onFailure('leaves out a transaction that cannot be shaped', error);
    return step(1, { leaveOut: true });
  }
}
