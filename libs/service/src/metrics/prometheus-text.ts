import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { DataPointType, MetricData, MetricReader, ResourceMetrics } from '@opentelemetry/sdk-metrics';

/** Prometheus' names of OpenTelemetry's units. Units in braces only name the counted thing, and have no name here. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', By: 'bytes' };

/** Collects metrics on request, for a scrape of this process. */
export class ScrapedMetrics extends MetricReader {
  private readonly serializer = new PrometheusSerializer('', false, undefined, false, true);
  private running: Promise<string> | null = null;

  /** Returns the metrics in Prometheus' text format. Simultaneous scrapes share one collection. */
  text(): Promise<string> {
    this.running ??= this.collected().finally(() => (this.running = null));
    return this.running;
  }

  protected override async onForceFlush(): Promise<void> {}

  protected override async onShutdown(): Promise<void> {}

  private async collected(): Promise<string> {
    const { resourceMetrics } = await this.collect();
    return this.serializer.serialize(namedForPrometheus(resourceMetrics));
  }
}

/**
 * Renames metrics as Prometheus and the collector rename those of OTLP, with the unit at the end, so that dashboards and
 * alerts work with both. The exporter's serializer adds only `_total`.
 */
export function namedForPrometheus(sent: ResourceMetrics): ResourceMetrics {
  const scopeMetrics = sent.scopeMetrics.map((scope) => ({
    ...scope,
    metrics: scope.metrics.filter(({ dataPoints }) => dataPoints.length > 0).map(withUnit),
  }));
  return { ...sent, scopeMetrics };
}

function withUnit(metric: MetricData): MetricData {
  const suffix = suffixOf(metric);
  const { descriptor } = metric;
  if (suffix === null || descriptor.name.endsWith(suffix)) return metric;
  return { ...metric, descriptor: { ...descriptor, name: `${descriptor.name}_${suffix}` } };
}

function suffixOf({ descriptor: { unit }, dataPointType }: MetricData): string | null {
  if (unit === '1') return dataPointType === DataPointType.GAUGE ? 'ratio' : null;
  return UNITS[unit] ?? null;
}
