import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './openapi';

export interface ClientOptions {
  /** Address of the API, e.g. `https://tributary.example/api/v1`. */
  readonly baseUrl: string;
  /** A personal token or an app's access token. None: the session of the browser that the page runs in. */
  readonly token?: string;
  /** Number of repetitions of a request that was refused for now (429) or got no response in time (503). 3 unless set. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type TributaryClient = Client<paths>;

/**
 * A client of the REST API, typed by its OpenAPI document: the compiler checks paths, parameters, bodies and
 * responses. Each change has an `Idempotency-Key`, so that a repeated request is carried out once.
 */
export function createTributaryClient(options: ClientOptions): TributaryClient {
  const { baseUrl, token, retries = 3, fetch = (request) => globalThis.fetch(request) } = options;
  const client = createClient<paths>({
    baseUrl,
    fetch: retryingFetch(fetch, retries),
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    // Lists are written as `include=a,b`, the form of every list parameter in the document.
    querySerializer: { array: { style: 'form', explode: false } },
  });
  client.use(idempotencyKeys);
  return client;
}

const idempotencyKeys: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET' && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', newKey());
    }
    return request;
  },
};

/** A key of 128 random bits. `crypto.randomUUID` does not exist on a page without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

type Fetch = (request: Request) => Promise<Response>;

const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);
const WAIT_S_MAX = 60;

/** Repeats a request that was refused for now, after the time in the response's `Retry-After`. */
function retryingFetch(fetch: Fetch, retries: number): Fetch {
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
