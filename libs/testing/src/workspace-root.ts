import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the checkout's directory. This file runs from the sources under Jest, and from `dist` elsewhere. */
export function workspaceRoot(directory = __dirname): string {
  if (existsSync(path.join(directory, 'nx.json'))) return directory;
  const above = path.dirname(directory);
  if (above === directory) throw new Error('No workspace root (nx.json) above this library.');
  return workspaceRoot(above);
}
