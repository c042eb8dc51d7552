import { ApiError } from '@tributary/client';
import { QueryClient } from '@tanstack/react-query';

const TRIES = 3;

/** What was read stays fresh until the stream reports a change: see stream.ts. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: isWorthARetry },
    mutations: { networkMode: 'always' },
  },
});

/** A gateway that restarts answers again soon; a refusal stays one. */
function isWorthARetry(failures: number, error: unknown): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500;
  return !isRefusal && failures < TRIES;
}
