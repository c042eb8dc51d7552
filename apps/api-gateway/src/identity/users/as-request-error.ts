import { Problem } from '@tributary/contracts';
import { OperatorRequestError } from '@tributary/service';

/** A user gets errors by field; an operator gets them in one line. @throws OperatorRequestError in place of a Problem */
export async function asRequestError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw new OperatorRequestError(error.message, { cause: error });
    throw error;
  }
}
