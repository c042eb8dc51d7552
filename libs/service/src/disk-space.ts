import { statfs } from 'node:fs/promises';

/** Folders that are written to, by what they are for. */
export type Folders = Readonly<Record<string, string>>;

/** In bytes. */
export interface Space {
  readonly free: number;
  readonly size: number;
}

/** Of the disk that the folder is on; null where there is no such folder. */
export async function spaceIn(folder: string): Promise<Space | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

const FREE_SHARE_MIN = 0.1;
const FREE_MIN = 2 * 2 ** 30;

/** Of a large disk a tenth is plenty, and of a small one (a container's /tmp) 2 GB are more than it has. */
export function isNearlyFull({ free, size }: Space): boolean {
  return free < FREE_SHARE_MIN * size && free < FREE_MIN;
}
