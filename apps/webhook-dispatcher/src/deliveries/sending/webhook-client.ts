import { context, ROOT_CONTEXT, Span, SpanKind, trace } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { traceOf } from '@tributary/messaging';
import { boundedAgent } from '@tributary/outbound';
import type { Agent } from 'undici';
import { Target } from '../../endpoints/target';
import { Deadlines } from './deadlines';
import { PostResult } from './delivery';
import { ConnectorOptions, guardedConnector } from './guarded-connector';
import { ANSWER_BYTES_MAX, Posting } from './posting';
import { SignatureHeaders } from './signature';

export interface WebhookPost {
  readonly target: Target;
  readonly signature: SignatureHeaders;
  readonly body: Buffer;
  /** The trace that led here; it continues, but is not sent to the receiver. */
  readonly traceparent: string | null;
}

const KEEP_ALIVE_MS_MAX = 30_000;
const tracer = trace.getTracer('tributary.webhooks');
/** Instrumented clients send our trace ids; third parties must not get them. */
const UNTRACED = suppressTracing(ROOT_CONTEXT);

/**
 * Posts to endpoints: https only, to checked addresses, no redirects, with limits of time and of the answer.
 * Connections are kept alive and not limited in number: each endpoint's sender limits its own, so endpoints of one host
 * do not wait for each other.
 */
export class WebhookClient {
  private readonly agent: Agent;
  private readonly deadlines: Deadlines<Posting>;

  constructor(options: ConnectorOptions) {
    this.deadlines = new Deadlines(options.timeoutMs);
    this.agent = boundedAgent({
      maxResponseSize: ANSWER_BYTES_MAX,
      connect: guardedConnector(options),
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS_MAX,
      keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
      headersTimeout: 0, // the deadline covers everything, from the look-up of the name to the status
      bodyTimeout: 0,
    });
  }

  /** Never rejects: a failure is the result. */
  post({ target, signature, body, traceparent }: WebhookPost): Promise<PostResult> {
    const span = startSpan(traceparent);
    return new Promise((resolve) => {
      const posting = new Posting((result) => {
        this.deadlines.end(posting);
        endSpan(span, result);
        resolve(result);
      });
      this.deadlines.begin(posting);
      context.with(UNTRACED, () => this.dispatch(target, signature, body, posting));
    });
  }

  /** Aborts running POSTs. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private dispatch(target: Target, signature: SignatureHeaders, body: Buffer, posting: Posting): void {
    const { origin, path } = target;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tributary-Webhooks/1',
      'webhook-id': signature['webhook-id'],
      'webhook-timestamp': signature['webhook-timestamp'],
      'webhook-signature': signature['webhook-signature'],
    };
    try {
      this.agent.dispatch({ origin, path, method: 'POST', headers, body }, posting);
    } catch (error) {
      posting.onResponseError(null, error instanceof Error ? error : new Error('not sent', { cause: error }));
    }
  }
}

function startSpan(traceparent: string | null): Span {
  const parent = traceOf(traceparent === null ? {} : { traceparent });
  return tracer.startSpan('POST webhook', { kind: SpanKind.CLIENT }, parent);
}

function endSpan(span: Span, result: PostResult): void {
  if (result.kind === 'answered') span.setAttribute('http.response.status_code', result.status);
  else span.setAttribute('error.type', result.failure);
  span.end();
}
