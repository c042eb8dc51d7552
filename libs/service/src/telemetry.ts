import { context, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import { AlwaysOffSampler, BasicTracerProvider, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createRequire } from 'node:module';
import type { ScrapedMetrics } from './metrics/prometheus-text';
import { SpanRedaction } from './telemetry/span-redaction';

/** The receiver of tests, instead of a collector. */
export interface TelemetryListener {
  readonly spanProcessors: SpanProcessor[];
  readonly instrumentations?: Instrumentation[];
}

/** Telemetry that was started, and must send the rest before the process ends. */
interface Telemetry {
  shutdown(): Promise<void>;
}

const load = createRequire(__filename);
let telemetry: Telemetry | null = null;
let scraped: ScrapedMetrics | null = null;

/**
 * Starts OpenTelemetry. It must run before any framework is imported, or its instrumentation finds nothing to wrap.
 * Traces and metrics are sent to `OTEL_EXPORTER_OTLP_ENDPOINT`; without it spans exist only to carry trace ids through
 * logs and messages. With `METRICS_PORT` metrics can be scraped, too. Database statements are traced without their
 * values, requests without their paths and queries.
 */
export function startTelemetry(service: string, listener?: TelemetryListener): void {
  if (telemetry || process.env.OTEL_SDK_DISABLED === 'true') return;
  diag.disable();
  if (listener !== undefined) {
    telemetry = withoutSending(listener);
    return;
  }
  scraped = Number(process.env.METRICS_PORT) > 0 ? reader() : null;
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) telemetry = sending(service, scraped);
  else telemetry = together([withoutSending(), ...(scraped === null ? [] : [scraping(service, scraped)])]);
}

/** Metrics that `METRICS_PORT` shows; null without it. */
export function scrapedMetrics(): ScrapedMetrics | null {
  return scraped;
}

/** Sends the remaining traces and metrics; the last act of a process. */
export async function stopTelemetry(): Promise<void> {
  await telemetry?.shutdown();
  telemetry = null;
  scraped = null;
}

/** Telemetry with a collector. Its module is loaded only then, because the SDK costs time and memory. */
function sending(service: string, also: ScrapedMetrics | null): Telemetry {
  const { startSending } = load('./telemetry/sending') as typeof import('./telemetry/sending');
  return startSending(service, also);
}

/** Telemetry for scrapes; its module is loaded only then. */
function scraping(service: string, metrics: ScrapedMetrics): Telemetry {
  const { startScraping } = load('./telemetry/scraping') as typeof import('./telemetry/scraping');
  return startScraping(service, metrics);
}

function reader(): ScrapedMetrics {
  const module = load('./metrics/prometheus-text') as typeof import('./metrics/prometheus-text');
  return new module.ScrapedMetrics();
}

function together(parts: readonly Telemetry[]): Telemetry {
  return {
    shutdown: async () => {
      await Promise.all(parts.map((part) => part.shutdown()));
    },
  };
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
