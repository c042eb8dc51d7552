import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of the sandbox's data, searched upwards from the sources, compiled or not. */
export function dataFolder(name: string): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'apps', 'sandbox', 'data', name);
    if (existsSync(candidate)) return candidate;
  }
  throw new Error(`apps/sandbox/data/${name} is missing: the sandbox has no accounts without it`);
}
