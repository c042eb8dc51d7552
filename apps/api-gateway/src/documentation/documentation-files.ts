import { existsSync } from 'node:fs';
import path from 'node:path';

const BUILT = path.join('dist', 'docs');

/** Finds the built documentation; searches until it is there. Works from sources, from a build, and in the image. */
export function documentationFinder(): () => string | null {
  let found: string | null = null;
  return () => (found ??= findAbove(__dirname));
}

function findAbove(from: string): string | null {
  const directory = path.join(from, BUILT);
  if (existsSync(path.join(directory, 'index.html'))) return directory;
  const above = path.dirname(from);
  return above === from ? null : findAbove(above);
}

/**
 * The file of a page or an asset, by its path below `/docs/`. Pages have no extension in links; names that begin with a
 * point are never served.
 */
export function fileOf(directory: string, requested: string): string | null {
  const parts = requested.split('/');
  if (parts.some((part) => part.startsWith('.'))) return null;
  const named = requested === '' || requested.endsWith('/') ? `${requested}index.html` : requested;
  return [named, `${named}.html`].find((file) => isFile(directory, file)) ?? null;
}

/** Whether the path names a file. A path without an extension is a folder, or missing. */
function isFile(directory: string, file: string): boolean {
  return path.extname(file) !== '' && existsSync(path.join(directory, file));
}
