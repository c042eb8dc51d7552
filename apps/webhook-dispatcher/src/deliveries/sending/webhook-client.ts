import { context, SpanKind, trace } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { inSpan, traceOf } from '@tributary/messaging';
import { Agent, Dispatcher } from 'undici';
import { PostResult } from './delivery';
import { ConnectorOptions, guardedConnector } from './guarded-connector';
import { postFailureOf } from './post-failure';
import { SignatureHeaders } from './signature';

export interface WebhookPost {
  readonly url: string;
  readonly signature: SignatureHeaders;
  readonly body: string;
  /** The trace that led here; it is continued, and not told to the receiver. */
  readonly traceparent: string | null;
}

const ANSWER_BYTES_MAX = 64 * 1024;
const KEEP_ALIVE_MS = 30_000;

/**
 * Posts to endpoints: https only, to checked addresses, no redirects, a bounded time and a bounded answer.
 * Connections are kept and not limited in number: the sender of an endpoint limits its own, so endpoints of
 * one host do not wait for each other.
 */
export class WebhookClient {
  private readonly agent: Agent;

  constructor(private readonly options: ConnectorOptions) {
    this.agent = new Agent({
      connect: guardedConnector(options),
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
  }

  /** Never rejects: what goes wrong is the result. */
  post(post: WebhookPost): Promise<PostResult> {
    const parent = traceOf(post.traceparent === null ? {} : { traceparent: post.traceparent });
    return inSpan('POST webhook', SpanKind.CLIENT, parent, async () => {
      const span = trace.getActiveSpan();
      // Instrumented clients add our trace ids to what they send; third parties are not to get them.
      const result = await context.with(suppressTracing(context.active()), () => this.send(post));
      if (result.kind === 'answered') span?.setAttribute('http.response.status_code', result.status);
      else span?.setAttribute('error.type', result.failure);
      return result;
    });
  }

  /** Cuts what is still under way. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async send({ url, signature, body }: WebhookPost): Promise<PostResult> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.options.timeoutMs);
    try {
      const answer = await this.agent.request({
        ...target(url),
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Tributary-Webhooks/1', ...signature },
        body,
        signal: limit.signal,
      });
      await discard(answer, limit.signal);
      return { kind: 'answered', status: answer.statusCode, retryAfter: headerText(answer, 'retry-after') };
    } catch (error) {
      return { kind: 'failed', failure: postFailureOf(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The status has decided; the rest of the answer is read only to keep the connection. */
async function discard(answer: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
  try {
    await answer.body.dump({ limit: ANSWER_BYTES_MAX, signal });
  } catch {
    // Cut off: too slow, or the connection broke. The status came in time, and counts.
  }
}

function headerText(answer: Dispatcher.ResponseData, name: string): string | null {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function target(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
