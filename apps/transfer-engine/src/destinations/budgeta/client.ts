import { context, SpanKind } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import { HttpJson, isSuccess, jsonRequest, OutboundHttp, retryAfterMs } from '@tributary/outbound';
import { LARGE_ANSWER } from '../http/answer-limits';
import { BudgetaConfig } from './config';
import { failureOfAnswer, failureOfBody, failureOfConnection, failureOfTarget } from './errors';

const CONNECTIONS = 8;

export interface BudgetaRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  /** The operation's name in traces, without ids. */
  readonly operation: string;
  readonly token: string;
  readonly body?: object;
  /** The meaning of a 404: the budget was deleted, or (by default) the request is refused. */
  readonly notFound?: 'target-gone' | 'refused';
}

/**
 * Client of BUDGETA's HTTP interface: one request per call, which returns the response's `data`. Throws
 * `DestinationFailure`.
 */
export class BudgetaClient {
  private readonly http: OutboundHttp;

  constructor(private readonly config: BudgetaConfig) {
    this.http = new OutboundHttp({
      baseUrl: config.baseUrl,
      connections: CONNECTIONS,
      timeoutMs: config.requestTimeoutMs,
      answerBytesMax: LARGE_ANSWER.bytes,
    });
  }

  /** The path of one budget, or of all budgets. */
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
    const { status, headers, body } = answer;
    if (!isSuccess(answer)) {
      if (status === 404 && request.notFound === 'target-gone') throw failureOfTarget();
      throw failureOfAnswer(status, retryAfterMs(headers['retry-after']), body);
    }
    const data = (body as { data?: unknown } | null)?.data;
    if (typeof data !== 'object' || data === null) throw failureOfBody();
    return data as Record<string, unknown>;
  }

  private async answerTo({ method, path, token, body }: BudgetaRequest): Promise<HttpJson> {
    try {
      const request = jsonRequest({ authorization: `Bearer ${token}` }, body);
      return await this.http.json({ method, path, ...request }, LARGE_ANSWER);
    } catch (cause) {
      throw failureOfConnection(cause);
    }
  }
}
