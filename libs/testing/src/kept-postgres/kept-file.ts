import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How runs find the keeper of a folder. */
export interface KeptFile {
  /** On 127.0.0.1, where the keeper listens. */
  readonly port: number;
  /** Proves that who listens there is the keeper, and that who asks has read this file. */
  readonly token: string;
}

/** Undefined without one, or where it cannot be read. */
export function readKeptFile(folder: string): KeptFile | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as KeptFile;
  } catch {
    return undefined;
  }
}

/** Whole at once: a run never reads half of it. */
export function writeKeptFile(folder: string, kept: KeptFile): void {
  const draft = `${fileIn(folder)}.new`;
  writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
  renameSync(draft, fileIn(folder));
}

/** Removes the keeper's own file, not one that another keeper has written since. */
export function removeKeptFile(folder: string, { token }: KeptFile): void {
  if (readKeptFile(folder)?.token === token) rmSync(fileIn(folder), { force: true });
}

function fileIn(folder: string): string {
  return path.join(folder, 'kept.json');
}
