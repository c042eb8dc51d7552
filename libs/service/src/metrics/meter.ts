import { Counter, Histogram, Meter, metrics } from '@opentelemetry/api';

/**
 * The label of metrics that every service has: where one process hosts all of them, or a scrape's job has another name, it
 * says whose they are.
 */
export const SERVICE = 'service.name';

/** Creates instruments; telemetry must have started, or they measure nothing. */
export function meter(): Meter {
  return metrics.getMeter('tributary');
}

/** A duration in seconds, the unit of OpenTelemetry's conventions. */
export function durationHistogram(name: string, description: string): Histogram {
  return meter().createHistogram(name, {
    description,
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300] },
  });
}

/** A counted event; its few labels are its result. */
export function outcomeCounter(name: string, description: string): Counter {
  return meter().createCounter(name, { description });
}
