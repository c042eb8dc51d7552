import fastifyCookie from '@fastify/cookie';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceLogger } from '@tributary/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { allowPlainHttp } from './sessions/cookies';
import { OAuthServer } from './oauth/oauth-server';
import { serveOAuth } from './oauth/serve-oauth';
import { PageErrorFilter } from './pages/rendering/page-error.filter';
import { pagePaths } from './pages/pages.module';
import { warnOfUnnamedProxies } from './limits/forwarded-headers';
import { RateLimits } from './limits/rate-limits';
import { limitedNetwork } from './limits/networks';
import { LimitName, LIMITS } from './limits/limits';

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

/** The limits that need no user: the caller is identified only by the network. */
type NetworkLimit = {
  [Name in LimitName]: (typeof LIMITS)[Name]['by'] extends 'network' ? Name : never;
}[LimitName];

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route's limit by network; `token`: its guards count by user; `nothing`: counting would cost more than the
     * response. Absent: `publicRequests`.
     */
    limitedBy?: NetworkLimit | 'token' | 'nothing';
  }
}

/** Health checks, which orchestrators send every few seconds. */
const PROBES: readonly string[] = ['health/live', 'health/ready', 'health/serving'];

/** Limits by network every route whose guards count no user, and requests without a route. */
function limitByNetwork(server: FastifyInstance, limits: RateLimits): void {
  server.addHook('onRequest', async (request) => {
    const { limitedBy = 'publicRequests' } = request.routeOptions.config;
    if (limitedBy === 'token' || limitedBy === 'nothing' || isProbe(request)) return;
    await limits.require(limitedBy, limitedNetwork(request.ip));
  });
}

function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && PROBES.includes(url.slice(1));
}
