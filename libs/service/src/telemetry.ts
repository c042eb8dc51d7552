import { context, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { AlwaysOffSampler, BasicTracerProvider, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createRequire } from 'node:module';
import { SpanRedaction } from './telemetry/span-redaction';

/** What a test listens with, in place of a collector. */
export interface TelemetryListener {
  readonly spanProcessors: SpanProcessor[];
  readonly instrumentations?: Instrumentation[];
}

/** Whatever was started, and must send what is left before the process ends. */
interface Telemetry {
  shutdown(): Promise<void>;
}

const load = createRequire(__filename);
let telemetry: Telemetry | null = null;

/**
 * Starts OpenTelemetry; must run before any framework is imported, or its instrumentation finds nothing to
 * wrap. Traces and metrics are sent where `OTEL_EXPORTER_OTLP_ENDPOINT` says; without it spans exist only to carry
 * trace ids through logs and messages. Database statements are traced without their values, requests without their paths and queries.
 */
export function startTelemetry(service: string, listener?: TelemetryListener): void {
  if (telemetry || process.env.OTEL_SDK_DISABLED === 'true') return;
  diag.disable();
  const isSent = listener === undefined && Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  telemetry = isSent ? sending(service) : withoutSending(listener);
}

/** Sends what is left; the last thing a process does. */
export async function stopTelemetry(): Promise<void> {
  await telemetry?.shutdown();
  telemetry = null;
}

/** Loaded only where there is a collector: the SDK takes its time and memory. */
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
