import { statfs } from 'node:fs/promises';
import { inWords, Memory, memoryHere, RunNotes, wordsOnSuddenEnd } from '@tributary/service';
import { InsufficientResources } from './refusals';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
/** Required disk space. With less space PostgreSQL stops in the middle of its work. */
const DISK_NEEDED = GIB / 4;
const DISK_ADVISED = 2 * GIB;
/** Recommended memory for five services and PostgreSQL, with some accounts. */
const MEMORY_ADVISED = GIB;
/**
 * Required memory: the processes use 290 MB when idle and 430 MB during an import. With less the system kills them
 * repeatedly.
 */
const MEMORY_NEEDED = 400 * MIB;
/** Recommended free memory at the start, so that an import has enough. */
const MEMORY_FREE_ADVISED = 600 * MIB;

const WHERE_LIMITS_ARE = 'docker run --memory, mem_limit of Compose, or MemoryMax of systemd';
const RAISE_LIMIT = `raise the limit (${WHERE_LIMITS_ARE}), or give the machine more.`;

/** The free disk space and memory of this machine, in bytes. */
export interface FreeResources {
  readonly disk: number;
  readonly memory: Memory;
}

export async function freeResources(directory: string): Promise<FreeResources> {
  const { bavail, bsize } = await statfs(directory);
  return { disk: bavail * bsize, memory: memoryHere() };
}

/**
 * Checks disk and memory.
 * @returns possible problems in words
 * @throws InsufficientResources
 */
export function warningsAbout({ disk, memory }: FreeResources, home: string): string[] {
  if (disk < DISK_NEEDED) {
    throw new InsufficientResources(
      `Only ${inWords(disk)} are free on the disk of ${home}, which is too little for a database. Make room, or name another place with TRIBUTARY_HOME.`,
    );
  }
  if (memory.limit < MEMORY_NEEDED) {
    throw new InsufficientResources(
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

/** Explains an unexpected end of the previous run: a process that was killed for lack of memory could not report it. */
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
