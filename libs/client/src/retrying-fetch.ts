type Fetch = (request: Request) => Promise<Response>;

const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);
const WAIT_S_MAX = 60;

/** Repeats a request that was refused for now, after the time that the answer's `Retry-After` names. */
export function retryingFetch(fetch: Fetch, retries: number): Fetch {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      const response = await fetch(request.clone());
      if (left <= 0 || !REFUSED_FOR_NOW.has(response.status)) return response;
      await response.body?.cancel();
      await pause(secondsOf(response), request.signal);
    }
  };
}

function secondsOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), WAIT_S_MAX) : 1;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
