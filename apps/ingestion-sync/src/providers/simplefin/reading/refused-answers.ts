import { Counter } from '@opentelemetry/api';
import { outcomeCounter } from '@tributary/service';
import { ProviderError } from '../../provider.errors';
import { ExceededLimit } from './answer-beyond-limits';

let refused: Counter | null = null;

/** Returns the failure of a response that exceeds a limit. It is counted, and the account shows its reason. */
export function answerRefused({
  limit,
  message: reason,
}: {
  readonly limit: ExceededLimit;
  readonly message: string;
}): ProviderError {
  refused ??= outcomeCounter(
    'tributary.provider.answers.refused',
    'Answers that were larger than what is read, by the limit that they exceed',
  );
  refused.add(1, { provider: 'SIMPLEFIN', limit });
  return new ProviderError(
    { kind: 'answer_refused', reason },
    `GET accounts gave more than is read: ${limit}`,
  );
}
