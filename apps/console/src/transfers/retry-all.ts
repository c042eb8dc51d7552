import type { TransferFailure } from '@tributary/client';
import { client } from '../api/api';

interface Retried {
  readonly retried: number;
  readonly refused: number;
  /** The reason of the first refusal. */
  readonly reason: string | null;
}

/** Maximum number of requests. Each retries up to 1,000 transfers, so these are enough for 10,000 transfers. */
const REQUESTS_MAX = 11;

/** Retries every failed transfer of a reason, request by request. @param report is called with how many are done */
export async function retryAll(
  group: Pick<TransferFailure, 'reason' | 'destination_type'>,
  report: (done: number) => void,
): Promise<Retried> {
  let outcome: Retried = { retried: 0, refused: 0, reason: null };
  for (let request = 0; request < REQUESTS_MAX; request += 1) {
    const { data } = await client.POST('/transfer-logs/failures/retry', { body: group });
    if (data === undefined) break;
    const { retried, refused, remaining } = data.data;
    outcome = {
      retried: outcome.retried + retried,
      refused: refused.reduce((sum, { transfers }) => sum + transfers, 0),
      reason: refused[0]?.message ?? null,
    };
    report(outcome.retried);
    // The next request finds refused transfers again: without progress there is nothing more to do.
    if (remaining === 0 || retried === 0) break;
  }
  return outcome;
}

/** The result of a retry, in words. */
export function retriedText({ retried, refused, reason }: Retried): string {
  const words = `${retried} ${retried === 1 ? 'transfer is' : 'transfers are'} tried again`;
  if (retried === 0 && refused === 0)
    return 'Nothing to retry: the links are paused, or it was retried meanwhile.';
  return refused === 0 ? words : `${words}, ${refused} cannot be: ${reason ?? ''}`;
}
