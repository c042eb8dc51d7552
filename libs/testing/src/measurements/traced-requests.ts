import { trace } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Every outgoing request of this process, and everything that traces say of them. */
export interface TracedRequests {
  /** What stood in the queries of requests that were really made. */
  queries(): readonly string[];
  /** All spans, as they would be exported. */
  text(): string;
  count(): number;
  stop(): Promise<void>;
}

interface RequestCreated {
  readonly request: { readonly path: string };
}

/** Traces as a collector would get them, beside what the requests really said. */
export async function traceRequests(): Promise<TracedRequests> {
  // Only here: most suites start no service, and need not load what services are made of.
  const { startTelemetry, stopTelemetry } = await import('@tributary/service');
  const spans = new InMemorySpanExporter();
  const values = new Set<string>();
  const note = (message: unknown): void => {
    const { path } = (message as RequestCreated).request;
    for (const value of new URL(path, 'http://any').searchParams.values()) values.add(value);
  };
  subscribe('undici:request:create', note);
  const instrumentation = new UndiciInstrumentation();
  startTelemetry('test', {
    spanProcessors: [new SimpleSpanProcessor(spans)],
    instrumentations: [instrumentation],
  });
  const traced = (): readonly object[] =>
    spans.getFinishedSpans().map(({ name, attributes, events, status }) => ({
      name,
      attributes,
      events,
      status,
    }));
  return {
    queries: () => [...values],
    text: () => JSON.stringify(traced()),
    count: () => traced().length,
    stop: async () => {
      unsubscribe('undici:request:create', note);
      instrumentation.disable(); // it listens to the whole process, not to this test alone
      await stopTelemetry();
      trace.disable();
    },
  };
}
