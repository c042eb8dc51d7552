import { ApiError } from '@tributary/client';

/** A failure, in words for people. */
export interface ProblemText {
  readonly title: string;
  readonly message: string;
  /** The messages about single fields of a form. */
  readonly details: readonly string[];
  /** The documentation page about the error, if the API names one. */
  readonly docsUrl: string | null;
}

/** Describes an error and what to do about it. */
export function problemText(error: unknown): ProblemText {
  if (error instanceof ApiError) {
    return {
      title: titleOf(error.status),
      message: error.message,
      details: Object.values(error.errors).flat(),
      docsUrl: error.docsUrl,
    };
  }
  // A request that had no answer at all is a TypeError of fetch.
  if (error instanceof TypeError) {
    return {
      title: 'No answer from the server',
      message: 'Check the network, and that Tributary is running. Then try again.',
      details: [],
      docsUrl: null,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { title: 'Something went wrong', message, details: [], docsUrl: null };
}

function titleOf(status: number): string {
  if (status === 403) return 'Not allowed';
  if (status === 404) return 'Not found';
  if (status === 409) return 'This cannot be done now';
  if (status === 422) return 'Please correct this';
  if (status === 429) return 'Too many requests';
  return status >= 500 ? 'The server could not do this' : 'This could not be done';
}
