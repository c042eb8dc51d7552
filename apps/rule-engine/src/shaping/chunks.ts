import { Progress } from '@tributary/jobs';
import { isTransient } from '@tributary/persistence';

/** Processes the job's next transactions, at most `limit`; with `leaveOut` it skips them. */
export type Step = (limit: number, options: { readonly leaveOut: boolean }) => Promise<Progress>;

/** Transactions that are shaped and written at a time. */
export const CHUNK_TRANSACTIONS = 200;

/**
 * Processes one chunk of a job. If a chunk fails permanently, its transactions are processed one by one: the one that
 * fails is skipped and reported, so that it does not block the others. Transient failures are thrown, and the job is
 * retried later.
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
