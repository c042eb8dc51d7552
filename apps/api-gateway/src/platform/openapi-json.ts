import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { EnvironmentReader, readPlatformConfig } from '@tributary/service';
import { readApiGatewayConfig } from '../api-gateway.config';
import { ApiGatewayModule } from '../api-gateway.module';
import { openApiDocument } from '../rest/openapi/document';

/** The settings that declaring the module needs; none is used. */
const UNUSED = {
  DATABASE_URL: 'postgres://localhost/none',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

/** The OpenAPI document as text, generated from the routes alone: no provider is created, nothing starts. */
export async function openApiJson(): Promise<string> {
  const env = new EnvironmentReader(UNUSED);
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  const app = await NestFactory.create(ApiGatewayModule.register(config, {}), new FastifyAdapter(), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  return `${JSON.stringify(openApiDocument(app, config.basePath), null, 2)}\n`;
}
