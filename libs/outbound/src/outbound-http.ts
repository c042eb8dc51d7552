import { type Agent, buildConnector, type Dispatcher, errors } from 'undici';
import { Exchanges } from './exchanges';
import { HttpAnswer, HttpBytes, HttpExchange, ResponseHeaders } from './http-exchange';
import { jsonInTurns } from './json/json-in-turns';
import { JsonLimits } from './json/json-limits';
import { watchedAgent } from './watched-connections';

export interface OutboundHttpOptions {
  /** Base of all requests with its path, with or without a slash at the end. */
  readonly baseUrl: string;
  /** Maximum of open connections. */
  readonly connections: number;
  /** Time limit of a whole exchange: a server that sends a byte now and then is as good as silent. */
  readonly timeoutMs: number;
  /** A longer response is cut off, because the server decides how much it sends. */
  readonly answerBytesMax: number;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL, without a leading slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response with a JSON body. */
export interface HttpJson extends Omit<HttpAnswer, 'text'> {
  /** Null where it is no JSON. */
  readonly body: unknown;
}

/** Thrown if no complete response came. The message never repeats the request. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    /** `not-sent`: the connection was never made, so the other side has read nothing. */
    readonly stage: 'not-sent' | 'cut-off' | 'too-long',
    /** Headers of the response, as far as it came. */
    readonly headers: ResponseHeaders,
    cause: unknown,
  ) {
    super('the request ended without a whole answer', { cause });
  }
}

const CONNECT_MS_MAX = 10_000;
/**
 * Lifetime of an unused connection, also where the server offers more: a request would be lost on a connection that
 * the server is about to close.
 */
const KEEP_ALIVE_MS_MAX = 30_000;

/**
 * HTTP to one server outside, whatever it does: bounded in time and memory, certificates checked, redirects never
 * followed. Any response is returned, refusals too.
 */
export class OutboundHttp {
  private readonly agent: Agent;
  private readonly exchanges = new Exchanges();
  private readonly origin: string;
  private readonly basePath: string;

  constructor(private readonly options: OutboundHttpOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    const { connections, timeoutMs, answerBytesMax } = options;
    this.basePath = pathname.replace(/\/$/, '');
    this.origin = origin;
    this.agent = watchedAgent({
      connections,
      keepAliveTimeout: KEEP_ALIVE_MS_MAX,
      keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: buildConnector({ timeout: Math.min(CONNECT_MS_MAX, timeoutMs) }),
      maxResponseSize: answerBytesMax,
    });
  }

  /** @throws NoAnswerError */
  request(request: OutboundRequest): Promise<HttpAnswer> {
    return this.exchange(request, (exchange, options) => exchange.run(this.agent, options));
  }

  /** The response as bytes, for callers that read them within limits. @throws NoAnswerError */
  bytes(request: OutboundRequest): Promise<HttpBytes> {
    return this.exchange(request, (exchange, options) => exchange.collect(this.agent, options));
  }

  /** The response's JSON, read without blocking other work; null where it has none. @throws NoAnswerError, JsonBeyondLimits */
  async json(request: OutboundRequest, limits: JsonLimits): Promise<HttpJson> {
    const { status, headers, bytes } = await this.bytes(request);
    return { status, headers, body: await jsonInTurns(bytes, limits) };
  }

  private async exchange<Answer>(
    { method, path, headers = {}, body }: OutboundRequest,
    run: (exchange: HttpExchange, options: Dispatcher.DispatchOptions) => Promise<Answer>,
  ): Promise<Answer> {
    const exchange = new HttpExchange(this.options.timeoutMs);
    const request = {
      origin: this.origin,
      method,
      path: `${this.basePath}/${path}`,
      headers,
      body: body ?? null,
    };
    try {
      return await this.exchanges.resultOf(run(exchange, request));
    } catch (cause) {
      throw new NoAnswerError(stageOf(cause), exchange.headers, cause);
    }
  }

  close(): Promise<void> {
    return this.exchanges.end(this.agent);
  }
}

/** Whether a request that failed has certainly not been read by the other side. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof NoAnswerError && error.stage === 'not-sent';
}

/** Parses JSON. Returns null if the text is no JSON, because callers treat it like JSON of another shape. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function isSuccess({ status }: Pick<HttpAnswer, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** Headers and body of a request that accepts JSON and, where there is a body, sends JSON. */
export function jsonRequest(headers: Readonly<Record<string, string>>, body?: object) {
  const asking = { accept: 'application/json', ...headers };
  if (body === undefined) return { headers: asking };
  return { headers: { ...asking, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Headers and body of a request with a form, as for OAuth's token endpoints. */
export function formRequest(fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  return { headers, body: new URLSearchParams(fields).toString() };
}

/** Errors of connecting; after later ones the request may have reached the other side. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ADDRESS_REFUSED',
]);

/** The stage at which a request ended in an error. */
export function stageOf(cause: unknown): NoAnswerError['stage'] {
  if (cause instanceof errors.ResponseExceededMaxSizeError) return 'too-long';
  return cause instanceof Error && 'code' in cause && NEVER_SENT.has(String(cause.code))
    ? 'not-sent'
    : 'cut-off';
}
