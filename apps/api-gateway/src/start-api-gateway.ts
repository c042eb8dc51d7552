import fastifyCookie from '@fastify/cookie';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BodyPipe, createHttpAdapter } from '@tributary/http';
import { RunningService, Runtime, ServiceLogger, startService } from '@tributary/service';
import type { ApiGatewayConfig } from './api-gateway.config';
import { ApiGatewayModule } from './api-gateway.module';
import { OAuthServer } from './auth/oauth/oauth-server';
import { serveOAuth } from './auth/oauth/serve-oauth';
import { pagePaths } from './pages/page-controllers';
import { PageErrorFilter } from './pages/page-error.filter';
import { warnOfUnnamedProxies } from './rate-limits/forwarded-headers';
import { limitByNetwork, PROBES } from './rate-limits/limit-by-network';
import { RateLimits } from './rate-limits/rate-limits';
import { serveDocs } from './openapi/docs-page';

/** Starts the gateway: the API below its base path, health at the root. */
export async function startApiGateway(config: ApiGatewayConfig, runtime: Runtime): Promise<RunningService> {
  return startService({
    config,
    module: ApiGatewayModule.register(config, runtime),
    adapter: createHttpAdapter(config),
    configureHttp: (app) => configureHttp(app, config),
  });
}

function configureHttp(app: NestFastifyApplication, config: ApiGatewayConfig): void {
  const logger = app.get(ServiceLogger);
  app.setGlobalPrefix(config.basePath, {
    exclude: [...PROBES, ...pagePaths()],
  });
  const limits = app.get(RateLimits);
  const server = app.getHttpAdapter().getInstance();
  warnOfUnnamedProxies(server, config, (text) => logger.warn(text));
  limitByNetwork(server, limits);
  serveDocs(app, config.basePath);
  serveOAuth(app, app.get(OAuthServer), config.requestTimeoutMs);
  void server.register(fastifyCookie);
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(app.get(PageErrorFilter));
}
