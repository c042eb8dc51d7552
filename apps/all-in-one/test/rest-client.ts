export interface RestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly data?: unknown };
}

/** A client of the API. */
export class RestClient {
  constructor(private readonly urlNow: () => string) {}

  get url(): string {
    return this.urlNow();
  }

  /** Sends a request below `/api/v1`. */
  async rest(
    method: string,
    below: string,
    token?: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RestResponse> {
    const response = await fetch(`${this.url}/api/v1${below}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
    const parsed = (isJson ? JSON.parse(text) : { text }) as RestResponse['body'];
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /**
   * Returns the body of a response.
   * @throws Error if the response is no success
   */
  async data<Data = Record<string, unknown>>(
    method: string,
    below: string,
    token: string,
    body?: unknown,
  ): Promise<Data> {
    const answer = await this.rest(method, below, token, body);
    if (answer.status < 300) return answer.body.data as Data;
    throw new Error(`${method} ${below} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}
