import { stat, statfs } from 'node:fs/promises';

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

/** More than the limit by this much, and a disk is no longer called nearly full. */
const ROOM_AGAIN = 1.2;

/**
 * Of a large disk a tenth is plenty, and of a small one (a container's /tmp) 2 GB are more than it has.
 * @param was whether it was at the last look: a disk at the limit is not said to be one and the other by turns
 */
export function isNearlyFull({ free, size }: Space, was = false): boolean {
  const factor = was ? ROOM_AGAIN : 1;
  return free < factor * FREE_SHARE_MIN * size && free < factor * FREE_MIN;
}

/** A disk with the folders that are on it. */
export interface Disk extends Space {
  /** What for, in words: `data and log`. */
  readonly folders: string;
}

/** The disks of the folders, by a number that tells them apart; those of missing folders are left out. */
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
