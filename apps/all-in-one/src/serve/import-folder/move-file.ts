import { constants, type Stats } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { HeldFolder, isSystemError } from './held-folder';

export interface Move {
  readonly name: string;
  readonly from: HeldFolder;
  readonly to: HeldFolder;
  /** Whether this is the file that is to be moved, and not one that was put in its position meanwhile. */
  readonly isIt: (stats: Stats) => boolean;
  /** Gets the new name before the file has it. */
  readonly announce: (name: string) => Promise<void>;
}

/**
 * Moves a file to a name that nothing has. The name is claimed with an empty file, which fails where anything has it, also
 * a link; then the file replaces the empty one. Renaming follows no link on either side.
 * @returns the new name; null if another file or a link was put in its position meanwhile, which stays there
 */
export async function moveFile({ name, from, to, isIt, announce }: Move): Promise<string | null> {
  const free = await claimName(to, name);
  try {
    await announce(free);
    await rename(from.at(name), to.at(free));
  } catch (error) {
    await unlink(to.at(free));
    throw error;
  }
  if (isIt(await lstat(to.at(free)))) return free;
  await rename(to.at(free), from.at(await claimName(from, name)));
  return null;
}

/** `name`, `name-2` and so on. */
async function claimName(folder: HeldFolder, name: string): Promise<string> {
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
