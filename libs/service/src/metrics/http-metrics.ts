import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceName } from '@tributary/contracts';
import { durationHistogram, SERVICE } from './meter';

/** Every answer of the service's HTTP server, by the route's pattern (never the path, which contains ids). */
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
