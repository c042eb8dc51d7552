import { ApiError } from '@tributary/client';
import { QueryClient } from '@tanstack/react-query';

const TRIES = 3;

/** Cached data stays fresh until the stream reports a change: see stream.ts. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: isWorthARetry },
    mutations: { networkMode: 'always' },
  },
});

/** A gateway that restarts will respond soon; a refusal would only be repeated. */
function isWorthARetry(failures: number, error: unknown): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500;
  return !isRefusal && failures < TRIES;
}
