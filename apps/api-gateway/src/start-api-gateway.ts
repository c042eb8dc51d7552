import { RequestMethod } from '@nestjs/common';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiErrorFilter, BodyPipe, createHttpAdapter } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { RunningService, Runtime, ServiceLogger, startService } from '@tributary/service';
import type { ApiGatewayConfig } from './api-gateway.config';
import { ApiGatewayModule } from './api-gateway.module';
import { OAuthServer } from './auth/oauth/oauth-server';
import { serveOAuth } from './auth/oauth/serve-oauth';
import { Keeping } from './made-by-apps/keeping';
import { servePages } from './pages/serve-pages';
import { warnOfUnnamedProxies } from './rate-limits/forwarded-headers';
import { limitByNetwork, PROBES } from './rate-limits/limit-by-network';
import { RateLimits } from './rate-limits/rate-limits';
import { serveDocs } from './openapi/docs-page';
import { ErasureJobs } from './users/erasure/erasure-jobs';
import { SetupReturns } from './setups/setup-returns';
import { Setups } from './setups/setups';
import { ExportJobs } from './users/export/export-jobs';

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
    exclude: PROBES.map((path) => ({ path, method: RequestMethod.GET })),
  });
  const limits = app.get(RateLimits);
  const server = app.getHttpAdapter().getInstance();
  warnOfUnnamedProxies(server, config, (text) => logger.warn(text));
  limitByNetwork(server, limits);
  serveDocs(app, config.basePath);
  const oauth = new OAuthServer({
    database: app.get(Database),
    config,
    limits,
    box: app.get(SecretBox),
    httpServer: app.getHttpServer(),
    onFault: (error) => logger.failure('an OAuth request failed', error),
  });
  serveOAuth(app, oauth, config.requestTimeoutMs);
  servePages(app, {
    database: app.get(Database),
    config,
    limits,
    oauth,
    erasures: app.get(ErasureJobs),
    exports: app.get(ExportJobs),
    setups: app.get(Setups),
    returns: app.get(SetupReturns),
    keeping: app.get(Keeping),
    onFault: (error) => logger.failure('a page failed', error),
  });
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(new ApiErrorFilter((error) => logger.failure('a request failed', error)));
}
