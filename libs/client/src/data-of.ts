import { ApiError } from './api-error';

/** What each method of the client gives back. */
export interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful answer.
 *
 * @throws ApiError for every other answer
 */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  const { message, errors } = isProblem(error) ? error : { message: response.statusText, errors: undefined };
  throw new ApiError(response.status, message, errors);
}

interface ProblemBody {
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

function isProblem(error: unknown): error is ProblemBody {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}
