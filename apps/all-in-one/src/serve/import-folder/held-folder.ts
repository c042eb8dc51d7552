import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Linux reaches what is in an open directory without its path. */
const BY_HANDLE = process.platform === 'linux' && existsSync('/proc/self/fd');

/** A link or a file is where a folder has to be. Its message says what to do. */
export class NotAFolderError extends Error {
  override readonly name = 'NotAFolderError';
  readonly code = 'NOT_A_FOLDER';

  constructor(folder: string) {
    super(`${folder} is a link or a file. Replace it by a folder.`);
  }
}

/**
 * A directory of the import folder, which is never reached through a link. On Linux it is held open, and everything in
 * it is reached by the handle: whoever replaces the directory by a link meanwhile leads nobody elsewhere. Other systems
 * offer programs no such way in Node: there the link is noticed only if it was there when the directory was opened.
 */
export class HeldFolder {
  private constructor(
    private readonly directory: string,
    private readonly handle: FileHandle | null,
  ) {}

  /** The folder that the operator names, which may be a link. */
  static async open(directory: string): Promise<HeldFolder> {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY;
    return new HeldFolder(directory, BY_HANDLE ? await open(directory, flags) : null);
  }

  /** @throws NotAFolderError, or the system's error if there is none */
  async below(name: string): Promise<HeldFolder> {
    if (!(await lstat(this.at(name))).isDirectory()) throw new NotAFolderError(name);
    if (!this.handle) return new HeldFolder(path.join(this.directory, name), null);
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    try {
      return new HeldFolder(path.join(this.directory, name), await open(this.at(name), flags));
    } catch (error) {
      throw isSystemError(error, 'ELOOP', 'ENOTDIR') ? new NotAFolderError(name) : error;
    }
  }

  /** The same, and makes it if there is none. */
  async made(name: string): Promise<HeldFolder> {
    await mkdir(this.at(name)).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST')) throw error;
    });
    return this.below(name);
  }

  /** The path of what is in it; without a name its own. */
  at(name = ''): string {
    return path.join(this.handle ? `/proc/self/fd/${this.handle.fd}` : this.directory, name);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

/** Opens a folder below the root, one step after the other, and closes all when the work is done. */
export async function inFolder<T>(
  root: string,
  names: readonly string[],
  work: (folder: HeldFolder) => Promise<T>,
): Promise<T> {
  let folder = await HeldFolder.open(root);
  try {
    for (const name of names) {
      const below = await folder.below(name);
      await folder.close();
      folder = below;
    }
    return await work(folder);
  } finally {
    await folder.close();
  }
}

export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
