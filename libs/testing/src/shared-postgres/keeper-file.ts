import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file by which runs find the keeper of a folder. */
export interface KeeperFile {
  /** The keeper's port on 127.0.0.1. */
  readonly port: number;
  /**
   * A secret that both sides send: it proves that the listening process is the keeper, and that the run has read this
   * file.
   */
  readonly token: string;
}

/** Reads the file; undefined if it is missing or unreadable. */
export function readKeeperFile(folder: string): KeeperFile | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as KeeperFile;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, so that no run reads a part of it. */
export function writeKeeperFile(folder: string, file: KeeperFile): void {
  const draft = `${fileIn(folder)}.new`;
  writeFileSync(draft, JSON.stringify(file), { mode: 0o600 });
  renameSync(draft, fileIn(folder));
}

/** Removes the keeper's own file, but not one that another keeper has written since. */
export function removeKeeperFile(folder: string, { token }: KeeperFile): void {
  if (readKeeperFile(folder)?.token === token) rmSync(fileIn(folder), { force: true });
}

function fileIn(folder: string): string {
  return path.join(folder, 'kept.json');
}
