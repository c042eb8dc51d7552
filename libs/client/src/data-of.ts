import { ApiError } from './api-error';

/** Result of each method of the client. */
export interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful response.
 *
 * @throws ApiError for every other response
 */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (response.ok) return data as T;
  throw apiErrorOf(error, response.status, response.statusText);
}

/** Converts the body of an error response. @param fallback the message where the body is not one of the API */
export function apiErrorOf(body: unknown, status: number, fallback: string): ApiError {
  const { message, errors, docs_url } = isProblem(body) ? body : { message: fallback };
  return new ApiError(status, message, errors, docs_url);
}

interface ProblemBody {
  readonly message: string;
  readonly docs_url?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

function isProblem(error: unknown): error is ProblemBody {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}
