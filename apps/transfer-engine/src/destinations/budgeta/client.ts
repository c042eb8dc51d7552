import { SpanKind } from '@opentelemetry/api';
import { context } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import { boundedPool } from '@tributary/outbound';
import type { Dispatcher, Pool } from 'undici';
import { BudgetaConfig } from './config';
import { failureOfAnswer, failureOfBody, failureOfConnection, failureOfPlace } from './errors';
import { retryAfterMs } from '../retry-after';

const CONNECTIONS = 8;
/** A budget's list of transactions is the largest answer; beyond this it is not worth a process's memory. */
const BODY_BYTES_MAX = 128 * 1024 * 1024;

export interface BudgetaRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, from the slash on. */
  readonly path: string;
  /** What the request is called in traces: no ids. */
  readonly operation: string;
  readonly token: string;
  /** JSON text. */
  readonly body?: string;
  /** What a 404 says: that the budget is no more, or (as usual) that what was asked is refused. */
  readonly notFound?: 'place-gone' | 'refused';
}

/** BUDGETA over HTTP: one request each, answered with what is under `data`. Throws `DestinationFailure`. */
export class BudgetaClient {
  private readonly pool: Pool;
  private readonly basePath: string;

  constructor(private readonly config: BudgetaConfig) {
    const url = new URL(config.baseUrl);
    this.basePath = url.pathname === '/' ? '' : url.pathname;
    this.pool = boundedPool(url.origin, {
      connections: CONNECTIONS,
      headersTimeout: config.requestTimeoutMs,
      bodyTimeout: config.requestTimeoutMs,
      connect: { timeout: Math.min(10_000, config.requestTimeoutMs) },
      maxResponseSize: BODY_BYTES_MAX,
    });
  }

  /** The path of a budget, or of all. */
  budgetPath(budgetId?: string): string {
    const segment = `/${this.config.pathSegment}`;
    return budgetId === undefined ? segment : `${segment}/${encodeURIComponent(budgetId)}`;
  }

  send(request: BudgetaRequest): Promise<Record<string, unknown>> {
    return inSpan(`budgeta ${request.operation}`, SpanKind.CLIENT, context.active(), () =>
      this.exchange(request),
    );
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private async exchange(request: BudgetaRequest): Promise<Record<string, unknown>> {
    const { status, headers, text } = await this.answerTo(request);
    const body = parsed(text);
    if (status < 200 || status > 299) {
      if (status === 404 && request.notFound === 'place-gone') throw failureOfPlace();
      throw failureOfAnswer(status, retryAfterMs(headers['retry-after'], Date.now()), body);
    }
    const data = (body as { data?: unknown } | null)?.data;
    if (typeof data !== 'object' || data === null) throw failureOfBody();
    return data as Record<string, unknown>;
  }

  private async answerTo({ method, path, token, body }: BudgetaRequest) {
    try {
      const response: Dispatcher.ResponseData = await this.pool.request({
        method,
        path: `${this.basePath}${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body,
        // The whole exchange, not only its silences: the lease of the unit must outlast it.
        signal: AbortSignal.timeout(this.config.requestTimeoutMs),
      });
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
    } catch (cause) {
      throw failureOfConnection(cause);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not JSON: the status alone, or `failureOfBody`, says what that means
  }
}
