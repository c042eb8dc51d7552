import { constants, type Stats } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { OpenFolder, isSystemError } from './open-folder';

export interface Move {
  readonly name: string;
  readonly from: OpenFolder;
  readonly to: OpenFolder;
  /** Whether this is the file to move, and not one that has replaced it. */
  readonly isExpected: (stats: Stats) => boolean;
  /** Called with the new name before the file is renamed. */
  readonly announce: (name: string) => Promise<void>;
}

/**
 * Moves a file to an unused name. An empty file reserves the name, which fails if anything (also a link) has it; then
 * the file replaces the empty one. Renaming follows no link on either side.
 * @returns the new name; null if another file or a link has replaced the file, and stays
 */
export async function moveFile({ name, from, to, isExpected, announce }: Move): Promise<string | null> {
  const free = await claimName(to, name);
  try {
    await announce(free);
    await rename(from.at(name), to.at(free));
  } catch (error) {
    await unlink(to.at(free));
    throw error;
  }
  if (isExpected(await lstat(to.at(free)))) return free;
  await rename(to.at(free), from.at(await claimName(from, name)));
  return null;
}

/** Reserves `name`, `name-2` and so on. */
async function claimName(folder: OpenFolder, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem}-${number}${ext}`;
    try {
      const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
      await (await open(folder.at(free), flags, 0o600)).close();
      return free;
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
    }
  }
}
