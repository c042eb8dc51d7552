import { context, ROOT_CONTEXT, Span, SpanKind, trace } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { traceOf } from '@tributary/messaging';
import { watchedAgent, WatchedRequest } from '@tributary/outbound';
import type { Agent } from 'undici';
import { Target } from '../../endpoints/target';
import { Deadlines } from './deadlines';
import { PostResult } from '../delivery';
import { ConnectorOptions, guardedConnector } from './guarded-connector';
import { RESPONSE_BYTES_MAX, Posting } from './posting';
import { SignatureHeaders } from './signature';

export interface WebhookPost {
  readonly target: Target;
  readonly signature: SignatureHeaders;
  readonly body: Buffer;
  /** The trace of the event; it continues in this service but is not sent to the receiver. */
  readonly traceparent: string | null;
  /** Called while the POST runs; if it returns false, the POST ends before its time limit. */
  readonly mayGoOn?: () => boolean;
}

const KEEP_ALIVE_MS_MAX = 30_000;
/** Disables tracing: instrumented clients would send trace ids to third parties. */
const UNTRACED = suppressTracing(ROOT_CONTEXT);

/**
 * Posts to endpoints: https only, to checked addresses, without redirects, with limits of time and size. Connections
 * are kept alive and their number is not limited here: each endpoint's sender limits its own, so endpoints of one host
 * do not wait for each other.
 */
export class WebhookClient {
  private readonly agent: Agent;
  /** An agent that opens a new connection for each POST. */
  private readonly unconnected: Agent;
  private readonly deadlines: Deadlines<Posting>;

  constructor(options: ConnectorOptions) {
    this.deadlines = new Deadlines(options.timeoutMs);
    const connect = guardedConnector(options);
    const common = {
      maxResponseSize: RESPONSE_BYTES_MAX,
      connect,
      headersTimeout: 0, // the deadline covers everything, from the name look-up to the status
      bodyTimeout: 0,
    };
    this.agent = watchedAgent({
      ...common,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS_MAX,
      keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
    });
    this.unconnected = watchedAgent({ ...common, pipelining: 0 });
  }

  /** Posts a message. It never rejects: a failure is a result. */
  post({ target, signature, body, traceparent, mayGoOn }: WebhookPost): Promise<PostResult> {
    const span = startSpan(traceparent);
    return new Promise((resolve) => {
      const send = (through: Agent): void =>
        context.with(UNTRACED, () => dispatch(through, { target, signature, body }, posting));
      const finish = (result: PostResult): void => {
        this.deadlines.end(posting);
        endSpan(span, result);
        resolve(result);
      };
      const posting = new Posting(finish, () => send(this.unconnected), mayGoOn);
      this.deadlines.begin(posting);
      send(this.agent);
    });
  }

  /** Aborts running POSTs. */
  async close(): Promise<void> {
    await Promise.all([this.agent.destroy(), this.unconnected.destroy()]);
  }
}

function dispatch(
  through: Agent,
  { target, signature, body }: Pick<WebhookPost, 'target' | 'signature' | 'body'>,
  posting: Posting,
): void {
  const { origin, path } = target;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tributary-Webhooks/1',
    'webhook-id': signature['webhook-id'],
    'webhook-timestamp': signature['webhook-timestamp'],
    'webhook-signature': signature['webhook-signature'],
  };
  try {
    const request: WatchedRequest = { origin, path, method: 'POST', headers, body, watcher: posting };
    through.dispatch(request, posting);
  } catch (error) {
    posting.onResponseError(null, error instanceof Error ? error : new Error('not sent', { cause: error }));
  }
}

function startSpan(traceparent: string | null): Span {
  const parent = traceOf(traceparent === null ? {} : { traceparent });
  return trace.getTracer('tributary.webhooks').startSpan('POST webhook', { kind: SpanKind.CLIENT }, parent);
}

function endSpan(span: Span, result: PostResult): void {
  if (result.kind === 'responded') span.setAttribute('http.response.status_code', result.status);
  else span.setAttribute('error.type', result.failure);
  span.end();
}
