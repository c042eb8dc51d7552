import { workspaceRoot } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the images set for Node and for the memory of the C library: `deploy/Dockerfile`, read once. */
export const SHIPPED = shippedIn(readFileSync(path.join(workspaceRoot(), 'deploy/Dockerfile'), 'utf8'));

/** Without the options that an older Node than the image's refuses to read from the environment. */
function shippedIn(dockerfile: string): { readonly NODE_OPTIONS: string; readonly MALLOC_ARENA_MAX: string } {
  const [, options] = /NODE_OPTIONS="([^"]+)"/.exec(dockerfile) ?? [];
  const [, arenas] = /MALLOC_ARENA_MAX=(\d+)/.exec(dockerfile) ?? [];
  if (!options || !arenas) throw new Error('deploy/Dockerfile sets no NODE_OPTIONS or no MALLOC_ARENA_MAX');
  const isUnderstood = (option: string): boolean =>
    process.allowedNodeEnvironmentFlags.has(option.split('=')[0] ?? '');
  return { NODE_OPTIONS: options.split(' ').filter(isUnderstood).join(' '), MALLOC_ARENA_MAX: arenas };
}
