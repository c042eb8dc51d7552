import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const BUILT = path.join('dist', 'apps', 'console');
const INDEX = 'index.html';
/** What the build writes where the nonce of each answer goes. */
const NONCE = 'CSP_NONCE';

/** Where the built console is; null where it is not built. The same from sources, from a build, and in the image. */
export function consoleDirectory(from: string = __dirname): string | null {
  const directory = path.join(from, BUILT);
  if (existsSync(path.join(directory, INDEX))) return directory;
  const above = path.dirname(from);
  return above === from ? null : consoleDirectory(above);
}

/** The console's page for one answer. It is read each time, so a new build needs no restart. */
export async function consolePage(directory: string, nonce: string): Promise<string> {
  return (await readFile(path.join(directory, INDEX), 'utf8')).replaceAll(NONCE, nonce);
}
