import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './openapi';
import { retryingFetch } from './retrying-fetch';

export interface ClientOptions {
  /** Where the API is, e.g. `https://tributary.example/api/v1`. */
  readonly baseUrl: string;
  /** A personal token or an app's access token. None: the session of the browser that the page runs in. */
  readonly token?: string;
  /** How often a request is repeated that was refused for now (429) or not answered in time (503). 3 unless set. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type TributaryClient = Client<paths>;

/**
 * A client of the REST API, typed by its OpenAPI document: paths, parameters, bodies and answers are checked by the
 * compiler. Each change has an `Idempotency-Key`, so that a repeated request is carried out once.
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
    // `include=a,b`, as the document says of every list parameter.
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

/** 128 random bits. `crypto.randomUUID` is not there on a page that came without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
