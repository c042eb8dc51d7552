import fastifyCompress from '@fastify/compress';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Streams: they are sent as they are written. */
const STREAMED = /\/simplefin\/|\/export$|\/stream$/;

const OPTIONS: Exclude<RouteOptions['compress'], false | undefined> = {
  encodings: ['br', 'gzip'],
  // Below a packet or so there is nothing to gain.
  threshold: 1500,
  // Larger answers are compressed beside the event loop, at their reader's pace.
  syncThreshold: 32 * 1024,
};

/**
 * Compresses the JSON that routes of the API read, for clients that accept it. What writes is left alone, for its answers
 * carry secrets; so are pages and the console's session, which carry tokens of forms, and everything that is streamed:
 * feeds, files, events (decision 123).
 */
export async function compressAnswers(app: NestFastifyApplication, basePath: string): Promise<void> {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  // Before the plugin, whose own hook reads what this one sets.
  server.addHook('onRoute', (route) => {
    if (isCompressed(route, basePath)) route.compress = { ...OPTIONS };
  });
  // Nest's routes come before plugins are loaded, unless these are waited for.
  await server.register(fastifyCompress, { global: false });
}

/** Whether answers of the route may be compressed. */
export function isCompressed(
  { method, url }: Pick<RouteOptions, 'method' | 'url'>,
  basePath: string,
): boolean {
  const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
  return isRead && url.startsWith(`${basePath}/`) && !STREAMED.test(url);
}
