import { Pool, RetryAgent } from 'undici';

/** An answer of the API that is not a success. */
export class RestError extends Error {
  override readonly name = 'RestError';
}

export interface Page<T> {
  readonly data: T[];
  readonly meta: { readonly total: number; readonly last_page: number };
}

/**
 * The demo as a client of the REST API, like any other program: a 503 (a service did not answer in time) is repeated
 * after its `Retry-After`, with the same idempotency key.
 */
export class RestClient {
  private readonly pool: RetryAgent;

  constructor(
    readonly baseUrl: string,
    private readonly token: string,
  ) {
    this.pool = new RetryAgent(new Pool(new URL(baseUrl).origin, { connections: 4 }), {
      statusCodes: [503],
      methods: ['GET', 'POST'],
      errorCodes: [],
      throwOnError: false,
    });
  }

  get<T>(pathAndQuery: string): Promise<T> {
    return this.request('GET', pathAndQuery);
  }

  post<T>(pathAndQuery: string, body: unknown, idempotencyKey: string): Promise<T> {
    return this.request('POST', pathAndQuery, body, idempotencyKey);
  }

  /** All pages of a list, in order. */
  async *pages<T>(pathAndQuery: string): AsyncGenerator<T[]> {
    for (let number = 1, last = 1; number <= last; number += 1) {
      const page = await this.get<Page<T>>(`${pathAndQuery}&page[size]=100&page[number]=${number}`);
      last = page.meta.last_page;
      yield page.data;
    }
  }

  async total(list: string): Promise<number> {
    return (await this.get<Page<unknown>>(`${list}?page[size]=1`)).meta.total;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async request<T>(
    method: 'GET' | 'POST',
    pathAndQuery: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<T> {
    const response = await this.pool.request({
      origin: new URL(this.baseUrl).origin,
      method,
      path: new URL(this.baseUrl).pathname + pathAndQuery,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode < 300) return JSON.parse(text) as T;
    throw new RestError(
      `${method} ${pathAndQuery.split('?')[0] ?? ''} answered ${response.statusCode}: ${text}`,
    );
  }
}
