import { stat, statfs } from 'node:fs/promises';

/** Folders that the process writes to, by their purpose. */
export type Folders = Readonly<Record<string, string>>;

/** Space of a disk in bytes. */
export interface Space {
  readonly free: number;
  readonly size: number;
}

/** Space of the disk that the folder is on; null if the folder does not exist. */
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

/** Factor of the limit above which a disk is no longer nearly full. */
const ROOM_AGAIN = 1.2;

/**
 * Whether a disk is nearly full, by share and by size: of a large disk a tenth is plenty, and a small one (a
 * container's /tmp) has less than 2 GB in all.
 * @param was the last result, so that a disk at the limit does not alternate
 */
export function isNearlyFull({ free, size }: Space, was = false): boolean {
  const factor = was ? ROOM_AGAIN : 1;
  return free < factor * FREE_SHARE_MIN * size && free < factor * FREE_MIN;
}

/** A disk with the folders that are on it. */
export interface Disk extends Space {
  /** Purposes of its folders, in words: `data and log`. */
  readonly folders: string;
}

/** The disks of the folders, by device number; those of missing folders are left out. */
export async function disksOf(folders: Folders): Promise<Map<number, Disk>> {
  const disks = new Map<number, Disk>();
  for (const [name, folder] of Object.entries(folders)) {
    const [space, device] = await Promise.all([spaceIn(folder), deviceOf(folder)]);
    if (space === null || device === null) continue;
    const others = disks.get(device)?.folders;
    disks.set(device, { ...space, folders: others === undefined ? name : `${others} and ${name}` });
  }
  return disks;
}

async function deviceOf(folder: string): Promise<number | null> {
  try {
    return (await stat(folder)).dev;
  } catch {
    return null;
  }
}
