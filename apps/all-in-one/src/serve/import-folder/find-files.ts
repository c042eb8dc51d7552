import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { OpenFolder, inFolder, isSystemError } from './open-folder';

/** Sub-folders for processed files: imported; open, with a question that only the user can answer; or failed. */
export const ENDED = ['done', 'needs-answer', 'failed'] as const;
export type Ended = (typeof ENDED)[number];

/** The most files of one scan; the next scan finds further ones. */
const FILES_MAX = 1000;
/** Names that browsers use while they download a file. */
const UNFINISHED = /\.(part|partial|crdownload|download|tmp)$/i;

/** A file that waits in the folder, or in one of its sub-folders. */
export interface FoundFile {
  /** The sub-folders, below the import folder. */
  readonly folders: readonly string[];
  readonly name: string;
  /** The e-mail address in its folder's name; null: the first administrator's. */
  readonly email: string | null;
  /** The account in its folder's name. */
  readonly accountId: string | null;
  readonly bytes: number;
  readonly changedAtMs: number;
}

/**
 * A folder whose files are not imported. The message does not contain the folder's name, which may be an e-mail
 * address.
 */
export class UnreadFolderError extends Error {
  override readonly name = 'UnreadFolderError';

  constructor(
    /** The path below the import folder. */
    readonly folder: string,
    cause: unknown,
  ) {
    super('a folder in the import folder cannot be read: check its permissions', { cause });
  }
}

interface Found {
  readonly files: FoundFile[];
  readonly unread: UnreadFolderError[];
}

/** Finds files in `root[/E-MAIL][/ACCOUNT]`. Links, hidden files and other folders are ignored. */
export async function findFiles(root: string): Promise<Found> {
  const found: Found = { files: [], unread: [] };
  await inFolder(root, [], (folder) => scan(folder, { folders: [], email: null, accountId: null }, found));
  return found;
}

/** Returns size and time of the files, by path. */
export function versionsOf(files: readonly FoundFile[]): Map<string, string> {
  return new Map(files.map((file) => [pathOf(file), versionOf(file)]));
}

/** Returns whether the file's size and time are the same as before. */
export function isUnchanged(file: FoundFile, before: ReadonlyMap<string, string>): boolean {
  return before.get(pathOf(file)) === versionOf(file);
}

/** Returns the file's path below the import folder. */
export function pathOf({ folders, name }: FoundFile): string {
  return path.join(...folders, name);
}

/** Returns size and time as text: it differs for another file, and for the same file after a write. */
export function versionOf({ bytes, changedAtMs }: Pick<FoundFile, 'bytes' | 'changedAtMs'>): string {
  return `${bytes} ${changedAtMs}`;
}

/** Returns whether the file is still the one that was found. */
export function isFound(file: FoundFile, stats: Stats): boolean {
  return stats.isFile() && versionOf(file) === versionOf({ bytes: stats.size, changedAtMs: stats.mtimeMs });
}

type FolderScope = Pick<FoundFile, 'folders' | 'email' | 'accountId'>;

async function scan(folder: OpenFolder, scope: FolderScope, found: Found): Promise<void> {
  const { files } = found;
  for (const entry of await readdir(folder.at(), { withFileTypes: true })) {
    if (files.length >= FILES_MAX) return;
    const below = entry.isDirectory() ? scopeBelow(scope, entry.name) : null;
    if (below) await scanBelow(folder, entry.name, below, found);
    if (!entry.isFile() || entry.name.startsWith('.') || UNFINISHED.test(entry.name)) continue;
    const stats = await lstat(folder.at(entry.name)).catch(() => null); // it may have been removed
    if (stats?.isFile())
      files.push({ ...scope, name: entry.name, bytes: stats.size, changedAtMs: stats.mtimeMs });
  }
}

/** Scans a sub-folder. If it cannot be read, the other folders are scanned nevertheless. */
async function scanBelow(folder: OpenFolder, name: string, scope: FolderScope, found: Found): Promise<void> {
  try {
    const below = await folder.below(name);
    await scan(below, scope, found).finally(() => below.close());
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return; // it has been removed
    found.unread.push(new UnreadFolderError(path.join(...scope.folders), error));
  }
}

function scopeBelow(scope: FolderScope, name: string): FolderScope | null {
  if (scope.accountId !== null) return null;
  const folders = [...scope.folders, name];
  if (/^[1-9]\d{0,17}$/.test(name)) return { ...scope, folders, accountId: name };
  return scope.email === null && name.includes('@') ? { ...scope, folders, email: name } : null;
}
