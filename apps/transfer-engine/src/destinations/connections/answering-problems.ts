import { Problem } from '@tributary/contracts';
import { CredentialsRefusedError } from '../destination-directory.port';
import { DestinationFailure, FailureDetail } from '../destination.port';

/**
 * Runs a request to the destination for a user and translates a failure into a problem that says how to correct it.
 * `field` is the API's name of the input that may be wrong.
 * @throws Problem
 */
export async function answeringProblems<T>(type: string, field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CredentialsRefusedError) throw Problem.invalid(error.errors);
    if (error instanceof DestinationFailure) throw problemOf(type, field, error.detail);
    throw error;
  }
}

function problemOf(type: string, field: string, detail: FailureDetail): Problem {
  switch (detail.kind) {
    case 'unauthorized':
      return Problem.invalid({
        [field]: [detail.renewable === false ? detail.reason : `${type} does not accept the ${field}.`],
      });
    case 'rate-limited':
      return upstream(`${type} accepts no more requests for now.`, detail.retryAfterMs);
    case 'unavailable':
    case 'outcome-unknown':
      return upstream(`${type} gave no usable answer. Try again later.`, null);
    case 'target-gone':
    case 'refused':
      return Problem.conflict(`${type} refused: ${detail.reason}`);
  }
}

function upstream(message: string, retryAfterMs: number | null): Problem {
  return new Problem({ kind: 'upstream', message, retryAfterMs });
}
