import { boundedPool } from '@tributary/outbound';
import { buildConnector, errors, type Pool } from 'undici';
import { HttpAnswer, HttpExchange, ResponseHeaders } from './http-exchange';
import { ProviderError } from './provider.errors';
import { AllowanceReading } from './provider.port';

export interface BoundedHttpOptions {
  /** With the path that every request begins with, with or without a slash at the end. */
  readonly baseUrl: string;
  /** Connections that are kept open. */
  readonly connections: number;
  /** For a whole exchange: a server that sends a byte now and then is as good as silent. */
  readonly timeoutMs: number;
  /** A longer answer is cut off. */
  readonly answerBytesMax: number;
  /** What an answer's headers tell of the allowance, also where the answer is then cut. */
  readonly allowanceIn: (headers: ResponseHeaders) => AllowanceReading | null;
}

/** `call` names the request in traces and errors, without ids of people. */
export interface HttpCall {
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * HTTP to one provider, whatever it does: bounded in time and memory, certificates checked, redirects never
 * followed. Any answer is returned, refusals too; what is no whole answer is a ProviderError.
 */
export class BoundedHttp {
  private readonly pool: Pool;
  private readonly basePath: string;

  constructor(private readonly options: BoundedHttpOptions) {
    const url = new URL(options.baseUrl);
    const { connections, timeoutMs, answerBytesMax } = options;
    this.basePath = url.pathname.replace(/\/$/, '');
    this.pool = boundedPool(url.origin, {
      connections,
      keepAliveTimeout: 30_000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: buildConnector({ timeout: timeoutMs }),
      maxResponseSize: answerBytesMax,
    });
  }

  /** @throws ProviderError `transient` where no whole answer came, `invalid_answer` where it was too long. */
  async request(call: HttpCall): Promise<HttpAnswer> {
    const exchange = new HttpExchange(this.options.timeoutMs);
    try {
      return await exchange.run(this.pool, {
        method: call.method,
        path: `${this.basePath}/${call.path}`,
        headers: call.headers ?? {},
        body: call.body ?? null,
      });
    } catch (cause) {
      throw networkError(call, this.options.allowanceIn(exchange.headers), cause);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Null where the text is no JSON: for the caller, that and JSON of another shape are the same. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299;
}

/** `Retry-After` in either of its forms, or null. */
export function retryAfterMs(headers: ResponseHeaders): number | null {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** A cut connection, a timeout, an answer beyond all bounds. */
function networkError(call: HttpCall, allowance: AllowanceReading | null, cause: unknown): ProviderError {
  const tooLong = cause instanceof errors.ResponseExceededMaxSizeError;
  return new ProviderError(
    tooLong ? { kind: 'invalid_answer' } : { kind: 'transient', retryAfterMs: null },
    `${call.call} ended without a whole answer`,
    allowance,
    { cause, isUnanswered: !NOT_SENT.has(codeOf(cause)) },
  );
}

/** The connection was never made: nobody has counted anything. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
