import fastifyCompress from '@fastify/compress';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Routes that stream: their responses are sent as they are written. */
const STREAMED = /\/simplefin\/|\/export$|\/stream$/;

const OPTIONS: Exclude<RouteOptions['compress'], false | undefined> = {
  encodings: ['br', 'gzip'],
  // Responses of about a packet gain nothing.
  threshold: 1500,
  // Larger responses are compressed outside the event loop, at their reader's pace.
  syncThreshold: 32 * 1024,
};

/**
 * Compresses the JSON responses of reading routes of the API, for clients that accept it. Excluded are writes, whose
 * responses carry secrets; pages and the console's session, which carry tokens of forms; and everything that is
 * streamed: feeds, files, events (docs/decisions/console.md#first-screen).
 */
export async function compressAnswers(app: NestFastifyApplication, basePath: string): Promise<void> {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  // This hook must precede the plugin, whose own hook reads the option.
  server.addHook('onRoute', (route) => {
    if (isCompressed(route, basePath)) route.compress = { ...OPTIONS };
  });
  // The plugin is awaited, because Nest's routes would otherwise come before it.
  await server.register(fastifyCompress, { global: false });
}

/** Whether responses of the route may be compressed. */
export function isCompressed(
  { method, url }: Pick<RouteOptions, 'method' | 'url'>,
  basePath: string,
): boolean {
  const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
  return isRead && url.startsWith(`${basePath}/`) && !STREAMED.test(url);
}
