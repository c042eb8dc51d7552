import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BodyPipe, createHttpAdapter } from '@tributary/http';
import { CommandClient } from '@tributary/messaging';
import { RunningService, Runtime, startService } from '@tributary/service';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { ApiGatewayModule } from '../api-gateway.module';
import { compressAnswers } from '../rest/compression/compress-answers';
import { documentationFinder } from '../documentation/documentation-files';
import { errorPageUrl } from '../documentation/error-page-url';
import { serveDocumentation } from '../documentation/serve-documentation';
import { CONSOLE_PATHS } from '../console/console.module';
import { serveConsole } from '../console/serve-console';
import { identityPaths, serveIdentity } from '../identity/serve-identity';
import { serveDocs } from '../rest/openapi/document';

/** Starts the gateway: the API below its base path, health at the root. */
export async function startApiGateway(config: ApiGatewayConfig, runtime: Runtime): Promise<RunningService> {
  return startService({
    config,
    module: ApiGatewayModule.register(config, runtime),
    adapter: createHttpAdapter({ ...config, errorPageUrl: errorPageUrl(config) }),
    configureHttp: (app) => configureHttp(app, config),
    // Replies to the first command need an open reply channel.
    joinBeside: async (app) => void (await app.get(CommandClient).open()),
    unavailablePage: errorPageUrl(config)('unavailable'),
  });
}

async function configureHttp(app: NestFastifyApplication, config: ApiGatewayConfig): Promise<void> {
  app.setGlobalPrefix(config.basePath, { exclude: [...identityPaths(), ...CONSOLE_PATHS] });
  await compressAnswers(app, config.basePath);
  serveIdentity(app, config);
  serveConsole(app, config);
  serveDocs(app, config.basePath);
  serveDocumentation(app, documentationFinder());
  app.useGlobalPipes(new BodyPipe());
}
