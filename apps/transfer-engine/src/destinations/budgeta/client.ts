import { context, SpanKind } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import {
  HttpAnswer,
  isSuccess,
  jsonRequest,
  OutboundHttp,
  parsedJson,
  retryAfterMs,
} from '@tributary/outbound';
import { BudgetaConfig } from './config';
import { failureOfAnswer, failureOfBody, failureOfConnection, failureOfTarget } from './errors';

const CONNECTIONS = 8;
/** A budget's list of transactions is the largest answer; beyond this it is not worth a process's memory. */
const BODY_BYTES_MAX = 128 * 1024 * 1024;

export interface BudgetaRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  /** What the request is called in traces: no ids. */
  readonly operation: string;
  readonly token: string;
  readonly body?: object;
  /** The meaning of a 404: the budget was deleted, or (by default) the request is refused. */
  readonly notFound?: 'target-gone' | 'refused';
}

/** BUDGETA over HTTP: one request each, answered with what is under `data`. Throws `DestinationFailure`. */
export class BudgetaClient {
  private readonly http: OutboundHttp;

  constructor(private readonly config: BudgetaConfig) {
    this.http = new OutboundHttp({
      baseUrl: config.baseUrl,
      connections: CONNECTIONS,
      timeoutMs: config.requestTimeoutMs, // the lease of the unit must outlast it
      answerBytesMax: BODY_BYTES_MAX,
    });
  }

  /** The path of a budget, or of all. */
  budgetPath(budgetId?: string): string {
    const { pathSegment } = this.config;
    return budgetId === undefined ? pathSegment : `${pathSegment}/${encodeURIComponent(budgetId)}`;
  }

  send(request: BudgetaRequest): Promise<Record<string, unknown>> {
    return inSpan(`budgeta ${request.operation}`, SpanKind.CLIENT, context.active(), () =>
      this.exchange(request),
    );
  }

  async close(): Promise<void> {
    await this.http.close();
  }

  private async exchange(request: BudgetaRequest): Promise<Record<string, unknown>> {
    const answer = await this.answerTo(request);
    const { status, headers, text } = answer;
    const body = parsedJson(text);
    if (!isSuccess(answer)) {
      if (status === 404 && request.notFound === 'target-gone') throw failureOfTarget();
      throw failureOfAnswer(status, retryAfterMs(headers['retry-after']), body);
    }
    const data = (body as { data?: unknown } | null)?.data;
    if (typeof data !== 'object' || data === null) throw failureOfBody();
    return data as Record<string, unknown>;
  }

  private async answerTo({ method, path, token, body }: BudgetaRequest): Promise<HttpAnswer> {
    try {
      const request = jsonRequest({ authorization: `Bearer ${token}` }, body);
      return await this.http.request({ method, path, ...request });
    } catch (cause) {
      throw failureOfConnection(cause);
    }
  }
}
