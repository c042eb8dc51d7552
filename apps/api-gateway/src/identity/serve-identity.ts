import fastifyCookie from '@fastify/cookie';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceLogger } from '@tributary/service';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { allowPlainHttp } from '../auth/sessions/cookies';
import { OAuthServer } from '../auth/oauth/oauth-server';
import { serveOAuth } from '../auth/oauth/serve-oauth';
import { consoleDirectory } from '../console/console-files';
import { CONSOLE_PATHS } from '../console/console.module';
import { serveConsole } from '../console/serve-console';
import { PageErrorFilter } from '../pages/page-error.filter';
import { pagePaths } from '../pages/pages.module';
import { warnOfUnnamedProxies } from '../rate-limits/forwarded-headers';
import { limitByNetwork, PROBES } from '../rate-limits/limit-by-network';
import { RateLimits } from '../rate-limits/rate-limits';

/** Paths at the root, beside the API's base path. */
export const rootPaths = (): string[] => [...PROBES, ...pagePaths(), ...CONSOLE_PATHS];

/** Limits by network, OAuth's endpoints, and the cookies and errors of pages. */
export function serveIdentity(app: NestFastifyApplication, config: ApiGatewayConfig): void {
  const server = app.getHttpAdapter().getInstance();
  warnOfUnnamedProxies(server, config, (text) => app.get(ServiceLogger).warn(text));
  limitByNetwork(server, app.get(RateLimits));
  serveOAuth(app, app.get(OAuthServer), config.requestTimeoutMs);
  void server.register(fastifyCookie);
  if (config.isPlainHttpAllowed) allowPlainHttp(server);
  const directory = consoleDirectory();
  if (directory === null) app.get(ServiceLogger).warn('the console is not built: `npm run build` builds it');
  else serveConsole(app, directory, config);
  app.useGlobalFilters(app.get(PageErrorFilter));
}
