import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** A route that the running application has, as Fastify names it: `/connect/:code`. */
export interface ServedRoute {
  readonly method: string;
  readonly path: string;
}

export function routesOf(app: INestApplication): ServedRoute[] {
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  return routesOfTree(fastify.printRoutes({ commonPrefix: false }));
}

/** Reads the tree that Fastify prints of its routes; nothing else lists them once it runs. */
function routesOfTree(tree: string): ServedRoute[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line): ServedRoute[] => {
    const [, indent = '', segment = '', methods = ''] =
      /^([│ ]*)(?:├── |└── )(\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (segment === '') return [];
    const depth = indent.length / 4;
    const path = `${depth === 0 ? '' : (above[depth - 1] ?? '')}${segment}`;
    above[depth] = path;
    const named = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
    return named.map((method) => ({ method, path }));
  });
}
