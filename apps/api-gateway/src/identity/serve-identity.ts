import fastifyCookie from '@fastify/cookie';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceLogger } from '@tributary/service';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { allowPlainHttp } from './sessions/cookies';
import { OAuthServer } from './oauth/oauth-server';
import { serveOAuth } from './oauth/serve-oauth';
import { PageErrorFilter } from './pages/rendering/page-error.filter';
import { pagePaths } from './pages/pages.module';
import { warnOfUnnamedProxies } from './limits/forwarded-headers';
import { limitByNetwork, PROBES } from './limits/limit-by-network';
import { RateLimits } from './limits/rate-limits';

/** Paths at the root, beside the API's base path. */
export const identityPaths = (): string[] => [...PROBES, ...pagePaths()];

/** Limits by network, OAuth's endpoints, and the cookies and errors of pages. */
export function serveIdentity(app: NestFastifyApplication, config: ApiGatewayConfig): void {
  const server = app.getHttpAdapter().getInstance();
  warnOfUnnamedProxies(server, config, (text) => app.get(ServiceLogger).warn(text));
  limitByNetwork(server, app.get(RateLimits));
  serveOAuth(app, app.get(OAuthServer), config.requestTimeoutMs);
  void server.register(fastifyCookie);
  if (config.isPlainHttpAllowed) allowPlainHttp(server);
  app.useGlobalFilters(app.get(PageErrorFilter));
}
