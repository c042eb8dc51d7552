import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan } from '@tributary/messaging';
import { errors, Pool } from 'undici';
import { ProviderError } from '../provider.errors';
import { ProviderAConfig } from './config';
import { isTokenRefused, RefusedAnswer, toProviderError } from './errors';
import { accountAllowance, ResponseHeaders } from './rate-limits';
import { IssuedToken, TokenCache } from './token-cache';

/** Two years of a busy account are far below this. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A request to PROVIDER_A. `call` names it in traces and errors, without ids of people. */
export interface ProviderACall {
  readonly call: string;
  readonly method: 'GET' | 'POST';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly body?: object;
}

export interface ProviderAAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: ResponseHeaders;
}

interface Answer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly text: string;
}

/** HTTP to PROVIDER_A: connections, token, errors; knows nothing of what the answers mean. */
export class ProviderAClient {
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly token: TokenCache;
  /** The whole service said to wait; nobody calls before. */
  private closedUntil = 0;

  constructor(
    private readonly config: ProviderAConfig,
    private readonly clock: Clock,
  ) {
    const url = new URL(config.baseUrl);
    this.basePath = url.pathname.replace(/\/$/, '');
    this.pool = new Pool(url.origin, {
      connections: config.connections,
      keepAliveTimeout: 30_000,
      headersTimeout: config.timeoutMs,
      bodyTimeout: config.timeoutMs,
      connect: { timeout: config.timeoutMs },
      maxResponseSize: ANSWER_BYTES_MAX,
    });
    this.token = new TokenCache(() => this.newToken(), clock);
  }

  /** The JSON object of a successful answer. @throws ProviderError */
  async send(call: ProviderACall): Promise<ProviderAAnswer> {
    return inSpan(`provider-a ${call.call}`, SpanKind.CLIENT, context.active(), () => this.authorized(call));
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async authorized(call: ProviderACall): Promise<ProviderAAnswer> {
    const token = await this.token.get();
    const answer = await this.request(call, token);
    if (!isRefused(answer) || !isTokenRefused(toRefused(call, answer))) return this.read(call, answer);
    this.token.forget(token);
    return this.read(call, await this.request(call, await this.token.get()));
  }

  private async newToken(): Promise<IssuedToken> {
    const call: ProviderACall = {
      call: 'POST token',
      method: 'POST',
      path: 'token/new/',
      body: { secret_id: this.config.secretId, secret_key: this.config.secretKey },
    };
    const { body } = this.read(call, await this.request(call, null));
    if (typeof body.access !== 'string' || typeof body.access_expires !== 'number') {
      throw new ProviderError({ kind: 'invalid_answer' }, 'POST token gave no token');
    }
    return { access: body.access, expiresInMs: body.access_expires * 1000 };
  }

  private async request(call: ProviderACall, token: string | null): Promise<Answer> {
    this.checkOpen(call);
    let headers: ResponseHeaders = {};
    try {
      const response = await this.pool.request({
        method: call.method,
        path: `${this.basePath}/${call.path}`,
        headers: {
          accept: 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(call.body ? { 'content-type': 'application/json' } : {}),
        },
        body: call.body ? JSON.stringify(call.body) : null,
      });
      headers = response.headers;
      return { status: response.statusCode, headers, text: await response.body.text() };
    } catch (cause) {
      throw networkError(call, headers, cause);
    }
  }

  private read(call: ProviderACall, answer: Answer): ProviderAAnswer {
    if (isRefused(answer)) {
      const error = toProviderError(toRefused(call, answer));
      if (error.failure.kind === 'rate_limited' && error.failure.scope === 'provider') {
        this.closedUntil = this.clock.now() + error.failure.retryAfterMs;
      }
      throw error;
    }
    const body = parsed(answer.text);
    if (isObject(body)) return { body, headers: answer.headers };
    const allowance = accountAllowance(answer.headers);
    throw new ProviderError({ kind: 'invalid_answer' }, `${call.call} gave no JSON object`, allowance);
  }

  private checkOpen(call: ProviderACall): void {
    const retryAfterMs = this.closedUntil - this.clock.now();
    if (retryAfterMs <= 0) return;
    throw new ProviderError(
      { kind: 'rate_limited', scope: 'provider', retryAfterMs },
      `${call.call} has to wait: the provider takes no calls`,
    );
  }
}

function isRefused(answer: Answer): boolean {
  return answer.status < 200 || answer.status > 299;
}

function toRefused(call: ProviderACall, answer: Answer): RefusedAnswer {
  return { call: call.call, status: answer.status, headers: answer.headers, body: parsed(answer.text) };
}

/** A cut connection, a timeout, an answer beyond all bounds. */
function networkError(call: ProviderACall, headers: ResponseHeaders, cause: unknown): ProviderError {
  const tooLarge = cause instanceof errors.ResponseExceededMaxSizeError;
  return new ProviderError(
    tooLarge ? { kind: 'invalid_answer' } : { kind: 'transient', retryAfterMs: null },
    `${call.call} ended without a whole answer`,
    accountAllowance(headers),
    { cause },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // for the caller, not JSON and no JSON object are the same
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
