import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Linux accesses the content of an open directory without its path. */
const BY_HANDLE = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Thrown if a link or a file exists at the path of a required folder. The message says what the operator must do. */
export class NotAFolderError extends Error {
  override readonly name = 'NotAFolderError';
  readonly code = 'NOT_A_FOLDER';

  constructor(folder: string) {
    super(`${folder} is a link or a file. Replace it by a folder.`);
  }
}

/**
 * A directory of the import folder that is never reached through a link. On Linux the directory stays open and its
 * content is accessed by the handle, so that replacing the directory by a link has no effect. On other systems Node
 * offers no such access: there a link is noticed only if it existed when the directory was opened.
 */
export class OpenFolder {
  private constructor(
    private readonly directory: string,
    private readonly handle: FileHandle | null,
  ) {}

  /** Opens the folder that the operator names, which may be a link. */
  static async open(directory: string): Promise<OpenFolder> {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY;
    return new OpenFolder(directory, BY_HANDLE ? await open(directory, flags) : null);
  }

  /**
   * Opens a sub-folder.
   * @throws NotAFolderError, or the system's error if it is missing
   */
  async below(name: string): Promise<OpenFolder> {
    if (!(await lstat(this.at(name))).isDirectory()) throw new NotAFolderError(name);
    if (!this.handle) return new OpenFolder(path.join(this.directory, name), null);
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    try {
      return new OpenFolder(path.join(this.directory, name), await open(this.at(name), flags));
    } catch (error) {
      throw isSystemError(error, 'ELOOP', 'ENOTDIR') ? new NotAFolderError(name) : error;
    }
  }

  /** Opens a sub-folder, and creates it if it is missing. */
  async createFolder(name: string): Promise<OpenFolder> {
    await mkdir(this.at(name)).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST')) throw error;
    });
    return this.below(name);
  }

  /** Returns the path of an entry, or without a name the folder's own path. */
  at(name = ''): string {
    return path.join(this.handle ? `/proc/self/fd/${this.handle.fd}` : this.directory, name);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

/** Opens a folder below the root, one level after the other, and closes all levels after the work. */
export async function inFolder<T>(
  root: string,
  names: readonly string[],
  work: (folder: OpenFolder) => Promise<T>,
): Promise<T> {
  let folder = await OpenFolder.open(root);
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
