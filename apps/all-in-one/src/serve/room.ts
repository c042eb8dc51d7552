import { statfs } from 'node:fs/promises';
import { inWords, Memory, memoryHere, RunNotes, wordsOnSuddenEnd } from '@tributary/service';
import { NoRoom } from './refusals';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
/** Less, and PostgreSQL stops in the middle of its work. */
const DISK_NEEDED = GIB / 4;
const DISK_ADVISED = 2 * GIB;
/** Five services and PostgreSQL, with some accounts. */
const MEMORY_ADVISED = GIB;
/** They take 290 MB at rest and 430 MB beside an import: with less the system ends them, again and again. */
const MEMORY_NEEDED = 400 * MIB;
/** With less free at the start there is no room beside an import. */
const MEMORY_FREE_ADVISED = 600 * MIB;

const WHERE_LIMITS_ARE = 'docker run --memory, mem_limit of Compose, or MemoryMax of systemd';
const RAISE_LIMIT = `raise the limit (${WHERE_LIMITS_ARE}), or give the machine more.`;

/** What is free on this machine, in bytes. */
export interface Room {
  readonly disk: number;
  readonly memory: Memory;
}

export async function roomAt(directory: string): Promise<Room> {
  const { bavail, bsize } = await statfs(directory);
  return { disk: bavail * bsize, memory: memoryHere() };
}

/** @returns what may become a problem, in words @throws NoRoom */
export function warningsAbout({ disk, memory }: Room, home: string): string[] {
  if (disk < DISK_NEEDED) {
    throw new NoRoom(
      `Only ${inWords(disk)} are free on the disk of ${home}, which is too little for a database. Make room, or name another place with TRIBUTARY_HOME.`,
    );
  }
  if (memory.limit < MEMORY_NEEDED) {
    throw new NoRoom(
      `The limit of memory is ${inWords(memory.limit)}, and Tributary needs ${inWords(MEMORY_NEEDED)}, better ${inWords(MEMORY_ADVISED)}. Raise it: ${WHERE_LIMITS_ARE}.`,
    );
  }
  return [
    ...(disk < DISK_ADVISED
      ? [`Only ${inWords(disk)} are free on the disk of ${home}; a year of a bank takes some 100 MB.`]
      : []),
    ...(memory.limit < MEMORY_ADVISED || memory.free < MEMORY_FREE_ADVISED ? [littleMemory(memory)] : []),
  ];
}

function littleMemory({ free, limit, isLimited }: Memory): string {
  const of = isLimited ? ` of the limit of ${inWords(limit)}` : '';
  return `Only ${inWords(free)} of memory are free${of}; Tributary and PostgreSQL take about ${inWords(MEMORY_ADVISED)}.`;
}

/** After an end that nobody asked for: who was killed for lack of memory cannot have said so. */
export function afterSuddenEnd(memory: Memory, notes: Pick<RunNotes, 'last' | 'evidence'>): string {
  return wordsOnSuddenEnd({
    program: 'Tributary',
    evidence: notes.evidence(),
    last: notes.last,
    memory,
    needed: MEMORY_ADVISED,
    remedy: RAISE_LIMIT,
  });
}
