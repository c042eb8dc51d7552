import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { NoRoom } from './refusals';

const GIB = 2 ** 30;
/** Less, and PostgreSQL stops in the middle of its work. */
const DISK_NEEDED = GIB / 4;
const DISK_ADVISED = 2 * GIB;
/** Five services and PostgreSQL, with some accounts. */
const MEMORY_ADVISED = GIB;

/** What is free on this machine, in bytes. */
export interface Room {
  readonly disk: number;
  readonly memory: number;
  readonly memoryTotal: number;
}

export async function roomAt(directory: string): Promise<Room> {
  const { bavail, bsize } = await statfs(directory);
  return { disk: bavail * bsize, memory: freemem(), memoryTotal: totalmem() };
}

/** @returns what may become a problem, in words @throws NoRoom */
export function warningsAbout({ disk, memory }: Room, home: string): string[] {
  if (disk < DISK_NEEDED) {
    throw new NoRoom(
      `Only ${inWords(disk)} are free on the disk of ${home}, which is too little for a database. Make room, or name another place with TRIBUTARY_HOME.`,
    );
  }
  return [
    ...(disk < DISK_ADVISED
      ? [`Only ${inWords(disk)} are free on the disk of ${home}; a year of a bank takes some 100 MB.`]
      : []),
    ...(memory < MEMORY_ADVISED
      ? [`Only ${inWords(memory)} of memory are free; Tributary and PostgreSQL take about ${inWords(GIB)}.`]
      : []),
  ];
}

/** Bytes as people say them. */
export function inWords(bytes: number): string {
  return bytes < GIB ? `${Math.floor(bytes / 2 ** 20)} MB` : `${(bytes / GIB).toFixed(1)} GB`;
}
