import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Where files go: imported; with a question that only the user can answer, and an open import; or not imported. */
export const ENDED = ['imported', 'needs-answer', 'failed'] as const;
export type Ended = (typeof ENDED)[number];

/** At one look; further files have their turn later. */
const FILES_MAX = 1000;
/** What browsers call a file while they load it. */
const UNFINISHED = /\.(part|partial|crdownload|download|tmp)$/i;

/** A file that waits in the folder, or in one of its sub-folders. */
export interface FoundFile {
  readonly directory: string;
  readonly name: string;
  /** The e-mail address that its folder is named after; null: the first administrator's. */
  readonly email: string | null;
  /** The account that its folder is named after. */
  readonly accountId: string | null;
  readonly bytes: number;
  readonly changedAtMs: number;
}

/** Files in `root[/E-MAIL][/ACCOUNT]`. Links, hidden files and other folders are left alone. */
export async function findFiles(root: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  const entries = await readdir(root, { withFileTypes: true });
  await look({ directory: root, email: null, accountId: null }, entries, files);
  return files;
}

/** How files look, by path. */
export function looksOf(files: readonly FoundFile[]): Map<string, string> {
  return new Map(files.map((file) => [pathOf(file), lookOf(file)]));
}

/** Whether the file looks as it did before. */
export function isUnchanged(file: FoundFile, before: ReadonlyMap<string, string>): boolean {
  return before.get(pathOf(file)) === lookOf(file);
}

export function pathOf({ directory, name }: FoundFile): string {
  return path.join(directory, name);
}

/** Another file has another one, and so has the same file once it is written to. */
export function lookOf({ bytes, changedAtMs }: FoundFile): string {
  return `${bytes} ${changedAtMs}`;
}

type Place = Pick<FoundFile, 'directory' | 'email' | 'accountId'>;

async function look(place: Place, entries: readonly Dirent[], files: FoundFile[]): Promise<void> {
  for (const entry of entries) {
    if (files.length >= FILES_MAX) return;
    const at = path.join(place.directory, entry.name);
    const below = entry.isDirectory() ? placeBelow(place, entry.name) : null;
    // A folder that cannot be read keeps no other from being read.
    if (below) await look(below, await readdir(at, { withFileTypes: true }).catch(() => []), files);
    if (!entry.isFile() || entry.name.startsWith('.') || UNFINISHED.test(entry.name)) continue;
    const stats = await lstat(at).catch(() => null); // it may be gone meanwhile
    if (stats?.isFile())
      files.push({ ...place, name: entry.name, bytes: stats.size, changedAtMs: stats.mtimeMs });
  }
}

function placeBelow(place: Place, name: string): Place | null {
  if (place.accountId !== null) return null;
  const directory = path.join(place.directory, name);
  if (/^[1-9]\d{0,17}$/.test(name)) return { ...place, directory, accountId: name };
  return place.email === null && name.includes('@') ? { ...place, directory, email: name } : null;
}
