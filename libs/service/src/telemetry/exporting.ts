import { diag, DiagConsoleLogger, DiagLogLevel, metrics, TracerProvider } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  processDetector,
  Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';

/** The way to a collector. */
export interface Exporting {
  readonly resource: Resource;
  readonly spanProcessors: SpanProcessor[];
  /** Metrics on, and outgoing requests and database statements traced from now on. */
  start(traces: TracerProvider): void;
  stop(): Promise<void>;
}

const METRICS_EVERY_MS = 60_000;

/** Traces and metrics by OTLP over HTTP; where to, the exporters read from `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export function prepareExporting(service: string): Exporting {
  diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR);
  const resource = resourceOf(service);
  const meters = new MeterProvider({ resource, readers: [metricReader()] });
  return {
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    start: (tracerProvider) => {
      metrics.setGlobalMeterProvider(meters);
      registerInstrumentations({
        tracerProvider,
        meterProvider: meters,
        instrumentations: [
          new UndiciInstrumentation(),
          new PgInstrumentation({ enhancedDatabaseReporting: false, requireParentSpan: true }),
        ],
      });
    },
    stop: () => meters.shutdown(),
  };
}

function resourceOf(service: string): Resource {
  const detected = detectResources({ detectors: [envDetector, processDetector, hostDetector] });
  return defaultResource()
    .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: service }))
    .merge(detected);
}

function metricReader(): PeriodicExportingMetricReader {
  const asked = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL);
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: asked > 0 ? asked : METRICS_EVERY_MS,
  });
}
