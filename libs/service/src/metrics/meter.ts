import { Counter, Histogram, Meter, metrics } from '@opentelemetry/api';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceName } from '@tributary/contracts';

/**
 * The label of metrics with the service's name: a process may host several services, and a scrape's job may have
 * another name.
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

/** Measures every response of the service's HTTP server, by the route's pattern (never the path, which contains ids). */
export function measureHttp(app: NestFastifyApplication, service: ServiceName): void {
  const duration = durationHistogram('http.server.request.duration', 'Duration of HTTP server requests');
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      duration.record(reply.elapsedTime / 1000, {
        [SERVICE]: service,
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'none',
        'http.response.status_code': reply.statusCode,
      });
      done();
    });
}
