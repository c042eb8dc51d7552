import { context, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { AlwaysOffSampler, BasicTracerProvider, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createRequire } from 'node:module';
import { SpanRedaction } from './telemetry/span-redaction';

/** The receiver of tests, instead of a collector. */
export interface TelemetryListener {
  readonly spanProcessors: SpanProcessor[];
  readonly instrumentations?: Instrumentation[];
}

/** What was started, and must send the rest before the process ends. */
interface Telemetry {
  shutdown(): Promise<void>;
}

const load = createRequire(__filename);
let telemetry: Telemetry | null = null;

/**
 * Starts OpenTelemetry. It must run before any framework is imported, or its instrumentation finds nothing to wrap.
 * Traces and metrics are sent to `OTEL_EXPORTER_OTLP_ENDPOINT`; without it spans exist only to carry trace ids through
 * logs and messages. Database statements are traced without their values, requests without their paths and queries.
 */
export function startTelemetry(service: string, listener?: TelemetryListener): void {
  if (telemetry || process.env.OTEL_SDK_DISABLED === 'true') return;
  diag.disable();
  const isSent = listener === undefined && Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  telemetry = isSent ? sending(service) : withoutSending(listener);
}

/** Sends the rest; the last thing a process does. */
export async function stopTelemetry(): Promise<void> {
  await telemetry?.shutdown();
  telemetry = null;
}

/** Loaded only with a collector, because the SDK costs time and memory. */
function sending(service: string): Telemetry {
  const { startSending } = load('./telemetry/sending') as typeof import('./telemetry/sending');
  return startSending(service);
}

function withoutSending(listener?: TelemetryListener): Telemetry {
  const provider = new BasicTracerProvider(
    listener
      ? { spanProcessors: [new SpanRedaction(), ...listener.spanProcessors] }
      : { sampler: new AlwaysOffSampler() },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  for (const instrumentation of listener?.instrumentations ?? []) instrumentation.setTracerProvider(provider);
  return provider;
}
