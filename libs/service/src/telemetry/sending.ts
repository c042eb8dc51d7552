import { diag, DiagConsoleLogger, DiagLogLevel } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { metrics, NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import type { MetricReader } from '@opentelemetry/sdk-metrics';
import { metricViews } from './metric-views';
import { SpanRedaction } from './span-redaction';

const METRICS_EVERY_MS = 60_000;

/**
 * Sends traces and metrics by OTLP over HTTP to `OTEL_EXPORTER_OTLP_ENDPOINT`.
 * @param scraped a reader of the same metrics, if they are scraped, too
 */
export function startSending(service: string, scraped: MetricReader | null): NodeSDK {
  diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR);
  const named = resources.resourceFromAttributes({ 'service.name': service });
  const sdk = new NodeSDK({
    // `OTEL_SERVICE_NAME` and other variables are added to this.
    resource: resources.defaultResource().merge(named),
    textMapPropagator: new W3CTraceContextPropagator(),
    spanProcessors: [new SpanRedaction(), new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
    metricReaders: [
      new metrics.PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: Number(process.env.OTEL_METRIC_EXPORT_INTERVAL) || METRICS_EVERY_MS,
      }),
      ...(scraped === null ? [] : [scraped]),
    ],
    views: metricViews(),
    logRecordProcessors: [], // logs go to standard output
    instrumentations: [
      new UndiciInstrumentation(),
      new RuntimeNodeInstrumentation(),
      new PgInstrumentation({ enhancedDatabaseReporting: false, requireParentSpan: true }),
    ],
  });
  sdk.start();
  return sdk;
}
