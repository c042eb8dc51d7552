import { context, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { AlwaysOffSampler, BasicTracerProvider, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createRequire } from 'node:module';
import type { Exporting } from './telemetry/exporting';
import { SpanRedaction } from './telemetry/span-redaction';

/** What a test listens with, in place of a collector. */
export interface TelemetryListener {
  readonly spanProcessors: SpanProcessor[];
  readonly instrumentations?: Instrumentation[];
}

interface Telemetry {
  stop(): Promise<void>;
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
  const exporting = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? exportingOf(service) : null;
  const receivers = listener?.spanProcessors ?? exporting?.spanProcessors ?? [];
  const spanProcessors = receivers.length === 0 ? [] : [new SpanRedaction(), ...receivers];
  const provider = new BasicTracerProvider({
    spanProcessors,
    ...(exporting ? { resource: exporting.resource } : {}),
    ...(spanProcessors.length === 0 ? { sampler: new AlwaysOffSampler() } : {}),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  for (const instrumentation of listener?.instrumentations ?? []) instrumentation.setTracerProvider(provider);
  exporting?.start(provider);
  telemetry = { stop: async () => void (await Promise.all([provider.shutdown(), exporting?.stop()])) };
}

/** Sends what is left; the last thing a process does. */
export async function stopTelemetry(): Promise<void> {
  await telemetry?.stop();
  telemetry = null;
}

/** Loaded only where there is a collector: it takes a third of a second, and memory that nobody else needs. */
function exportingOf(service: string): Exporting {
  const { prepareExporting } = load('./telemetry/exporting') as typeof import('./telemetry/exporting');
  return prepareExporting(service);
}
