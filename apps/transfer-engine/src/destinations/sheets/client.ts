import { context, SpanKind } from '@opentelemetry/api';
import { Clock, inSpan, systemClock } from '@tributary/messaging';
import { boundedPool } from '@tributary/outbound';
import type { Dispatcher, Pool } from 'undici';
import { DestinationFailure } from '../destination.port';
import { retryAfterMs } from '../retry-after';
import { AccessTokens } from './access-tokens';
import { SheetsConfig } from './config';
import { ServiceAccount } from './credentials';
import { failureOfAnswer, failureOfBody, failureOfConnection } from './errors';

const CONNECTIONS = 8;
/** A sheet of some hundred thousand rows; beyond this it is not worth a process's memory. */
const BODY_BYTES_MAX = 128 * 1024 * 1024;
const TOKEN_BYTES_MAX = 64 * 1024;
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface SheetsRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/v4/spreadsheets/`. */
  readonly path: string;
  /** Which members the answer is to have. */
  readonly fields: string;
  /** What the request is called in traces: no ids. */
  readonly operation: string;
  readonly writes: boolean;
  readonly body?: object;
}

type Answer = { readonly status: number; readonly body: unknown; readonly retryAfterMs: number | null };

/**
 * Google Sheets v4 over HTTP, as a service account. (Google's own client needs Node 22 and has the address of its
 * token endpoint built in.) Throws `DestinationFailure`.
 */
export class SheetsClient {
  private readonly pool: Pool;
  private readonly tokenPool: Pool;
  private readonly tokenPath: string;
  private readonly basePath: string;
  private readonly tokens: AccessTokens;

  constructor(
    private readonly config: SheetsConfig,
    clock: Clock = systemClock,
  ) {
    const url = new URL(config.baseUrl);
    this.basePath = url.pathname === '/' ? '' : url.pathname;
    this.tokens = new AccessTokens((assertion) => this.exchange(assertion), config.tokenUrl, clock);
    this.pool = boundedPool(url.origin, {
      connections: CONNECTIONS,
      headersTimeout: config.requestTimeoutMs,
      bodyTimeout: config.requestTimeoutMs,
      connect: { timeout: Math.min(10_000, config.requestTimeoutMs) },
      maxResponseSize: BODY_BYTES_MAX,
    });
    const tokenUrl = new URL(config.tokenUrl);
    this.tokenPath = `${tokenUrl.pathname}${tokenUrl.search}`;
    this.tokenPool = boundedPool(tokenUrl.origin, { connections: 2, maxResponseSize: TOKEN_BYTES_MAX });
  }

  /** One request, once more with another access token where the first is refused. `permit` is asked before each. */
  send(
    account: ServiceAccount,
    asked: SheetsRequest,
    permit: () => Promise<void>,
  ): Promise<Record<string, unknown>> {
    return inSpan(`sheets ${asked.operation}`, SpanKind.CLIENT, context.active(), async () => {
      let answer = await this.attempt(account, asked, permit);
      if (answer.status === 401) {
        this.tokens.forget(account);
        answer = await this.attempt(account, asked, permit);
      }
      if (answer.status < 200 || answer.status > 299) throw failureOfAnswer(answer, asked.writes);
      if (typeof answer.body !== 'object' || answer.body === null) throw failureOfBody(asked.writes);
      return answer.body as Record<string, unknown>;
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.tokenPool.close()]);
  }

  private async attempt(
    account: ServiceAccount,
    asked: SheetsRequest,
    permit: () => Promise<void>,
  ): Promise<Answer> {
    const token = await this.tokens.of(account);
    await permit();
    const { method, path, fields, body, writes } = asked;
    try {
      const response = await this.pool.request({
        method,
        path: `${this.basePath}/v4/spreadsheets/${path}?fields=${encodeURIComponent(fields)}`,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        // The whole exchange, not only its silences: the lease of the unit must outlast it.
        signal: AbortSignal.timeout(this.config.requestTimeoutMs),
      });
      return await answerOf(response);
    } catch (cause) {
      throw failureOfConnection(cause, writes);
    }
  }

  private async exchange(assertion: string): Promise<{ token: string; expiresInS: number }> {
    const { status, body, retryAfterMs: waitMs } = await this.postAssertion(assertion);
    if (status === 429) throw new DestinationFailure({ kind: 'rate-limited', retryAfterMs: waitMs });
    if (status >= 500) throw failureOfAnswer({ status, body, retryAfterMs: waitMs }, false);
    const { access_token: token, expires_in: expiresInS } = (body ?? {}) as Record<string, unknown>;
    if (status === 200 && typeof token === 'string' && typeof expiresInS === 'number')
      return { token, expiresInS };
    const reason = 'Google does not accept the key of the service account: it may have been deleted.';
    throw new DestinationFailure({ kind: 'unauthorized', reason });
  }

  private async postAssertion(assertion: string): Promise<Answer> {
    try {
      const response = await this.tokenPool.request({
        method: 'POST',
        path: this.tokenPath,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ grant_type: JWT_GRANT, assertion }).toString(),
        signal: AbortSignal.timeout(this.config.requestTimeoutMs),
      });
      return await answerOf(response);
    } catch (cause) {
      throw failureOfConnection(cause, false);
    }
  }
}

async function answerOf(response: Dispatcher.ResponseData): Promise<Answer> {
  return {
    status: response.statusCode,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], Date.now()),
    body: parsed(await response.body.text()),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not JSON: the status alone, or `failureOfBody`, says what that means
  }
}
