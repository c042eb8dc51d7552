import { trace } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** The outgoing requests of this process, and their traces. */
export interface TracedRequests {
  /** The query strings of the actual requests. */
  queries(): readonly string[];
  /** All spans as text, as they would be exported. */
  text(): string;
  count(): number;
  stop(): Promise<void>;
}

interface RequestCreated {
  readonly request: { readonly path: string };
}

/** Records traces as a collector would receive them, and the actual requests. */
export async function traceRequests(): Promise<TracedRequests> {
  // Imported here, because most suites start no service and need not load this library.
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
      instrumentation.disable(); // tracing affects the whole process
      await stopTelemetry();
      trace.disable();
    },
  };
}
