import { Problem } from '@tributary/contracts';
import { OperatorRequestError } from '@tributary/service';

/**
 * Runs work whose errors an operator reads in one line; users get them by field. @throws OperatorRequestError instead
 * of a Problem
 */
export async function asRequestError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw new OperatorRequestError(error.message, { cause: error });
    throw error;
  }
}
