import { diag, DiagConsoleLogger, DiagLogLevel } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK, NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';

let sdk: NodeSDK | null = null;

/**
 * Starts OpenTelemetry; must run before any framework is imported, or its instrumentation finds nothing to
 * wrap. Traces and metrics are sent where `OTEL_EXPORTER_OTLP_ENDPOINT` says; without it spans exist only to carry
 * trace ids through logs and messages. Database statements are traced without their values.
 */
export function startTelemetry(service: string, overrides: Partial<NodeSDKConfiguration> = {}): void {
  if (sdk || process.env.OTEL_SDK_DISABLED === 'true') return;
  diag.disable();
  const exporting = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (exporting) diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR);
  sdk = new NodeSDK({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: service }),
    spanProcessors: [],
    metricReaders: exporting ? [metricReader()] : [],
    logRecordProcessors: [],
    ...(exporting ? { traceExporter: new OTLPTraceExporter(), spanProcessors: undefined } : {}),
    instrumentations: exporting
      ? [
          new UndiciInstrumentation(),
          new PgInstrumentation({ enhancedDatabaseReporting: false, requireParentSpan: true }),
        ]
      : [],
    ...overrides,
  });
  sdk.start();
}

const METRICS_EVERY_MS = 60_000;

function metricReader(): PeriodicExportingMetricReader {
  const asked = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL);
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: asked > 0 ? asked : METRICS_EVERY_MS,
  });
}

/** Sends what is left; the last thing a process does. */
export async function stopTelemetry(): Promise<void> {
  await sdk?.shutdown();
  sdk = null;
}
