import { Problem } from '@tributary/contracts';
import { ProviderError } from './provider.errors';

/**
 * Runs calls to a provider while a user waits, and turns failures into problems. `refused` names the field of the
 * user's request that the provider did not know or accept.
 */
export async function answeringProblems<T>(work: () => Promise<T>, refused: string | null): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw toProblem(error, refused);
    throw error;
  }
}

function toProblem({ failure }: ProviderError, refused: string | null): Problem {
  switch (failure.kind) {
    case 'not_found':
    case 'request_refused':
    case 'window_refused':
      return refused === null
        ? upstream(null)
        : Problem.invalid({ [refused]: [`The ${refused} was refused.`] });
    case 'rate_limited':
      return upstream(failure.retryAfterMs);
    case 'transient':
      return upstream(failure.retryAfterMs);
    case 'consent_ended':
      return Problem.conflict('The consent has ended.');
    case 'user_action_required':
    case 'user_refused':
      return Problem.conflict('The user must act at the institution’s own site first.');
    case 'answer_refused':
      return Problem.conflict(failure.reason);
    case 'institution_refused':
    case 'cursor_refused':
    case 'account_suspended':
    case 'access_denied':
    case 'invalid_answer':
      return upstream(null);
    default: {
      const unknown: never = failure;
      return unknown;
    }
  }
}

function upstream(retryAfterMs: number | null): Problem {
  const message = 'The provider cannot be used at the moment.';
  return new Problem({ kind: 'upstream', message, retryAfterMs });
}
