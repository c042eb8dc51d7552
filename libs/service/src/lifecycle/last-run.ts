import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inWords } from '../machine/bytes';
import { endsForMemory, Memory, memoryGroup, memoryHere, memoryUsed } from '../machine/memory';

const LOOK_EVERY_MS = 2000;
/** A run that was ended with more of its limit in use was probably ended for that. */
const NEAR_LIMIT = 0.9;

/** Memory of a run, recorded for the start after it. */
export interface MemoryNote {
  /** Group of processes whose memory is counted together; null where the system does not count. */
  readonly group: string | null;
  /** Number of its processes that the kernel had ended. */
  readonly ends: number | null;
  /** Used memory in bytes. */
  readonly used: number;
  readonly limit: number;
}

/** Evidence that a run without a stop ended for lack of memory: `counted` by the kernel, `likely` by its last use, or none. */
export type Evidence = 'counted' | 'likely' | 'none';

export function evidenceOf(last: MemoryNote | null, now: Pick<MemoryNote, 'group' | 'ends'>): Evidence {
  if (last === null) return 'none';
  const isSameGroup = last.group !== null && last.group === now.group;
  if (isSameGroup && (now.ends ?? 0) > (last.ends ?? 0)) return 'counted';
  return isNear(last) ? 'likely' : 'none';
}

function isNear({ used, limit }: MemoryNote): boolean {
  return used >= NEAR_LIMIT * limit;
}

export interface SuddenEnd {
  readonly program: string;
  readonly evidence: Evidence;
  readonly last: MemoryNote | null;
  readonly memory: Pick<Memory, 'limit' | 'isLimited'>;
  /** Needed memory with work, in bytes. */
  readonly needed: number;
  /** Instruction for raising the limit. */
  readonly remedy: string;
}

/** Message about a run that ended without being stopped; a killed process cannot report it itself. */
export function wordsOnSuddenEnd(end: SuddenEnd): string {
  const { program, evidence, last, memory, needed, remedy } = end;
  const limit = memory.isLimited
    ? `limit ${inWords(memory.limit)}`
    : `this machine has ${inWords(memory.limit)}`;
  const needs = needed > memory.limit ? `needs ${inWords(needed)}` : 'needs more';
  switch (evidence) {
    case 'counted':
      return `${program} was ended for lack of memory (${limit}; ${needs}): ${remedy}`;
    case 'likely':
      return `${program} ended without being stopped, probably for lack of memory (it used ${inWords(last?.used ?? 0)}; ${limit}; ${needs}): ${remedy}`;
    case 'none':
      return `${program} ended last time without being stopped. ${whereItIsSaid(memory)}`;
  }
}

function whereItIsSaid({ limit, isLimited }: SuddenEnd['memory']): string {
  return isLimited
    ? `If its memory ran out (the limit is ${inWords(limit)}), docker inspect or the system's journal says so: raise the limit.`
    : "If the machine's memory ran out, the system's journal says so.";
}

/**
 * A file in which a run records its memory. It is written when the use comes near the limit, or the kernel ended a
 * process, and removed at the end.
 */
export class RunNotes {
  /** Note of the previous run, if it was not stopped. */
  readonly last: MemoryNote | null;
  private writtenNote: MemoryNote | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly file: string,
    private readonly note: () => MemoryNote = noteNow,
  ) {
    this.last = read(file);
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  evidence(): Evidence {
    return evidenceOf(this.last, this.note());
  }

  look(): void {
    const note = this.note();
    const { writtenNote } = this;
    const isNews =
      writtenNote === null || writtenNote.ends !== note.ends || isNear(writtenNote) !== isNear(note);
    if (!isNews) return;
    try {
      writeFileSync(this.file, JSON.stringify(note), { mode: 0o600 });
      this.writtenNote = note;
    } catch {
      // A full disk: then the next start knows less.
    }
  }

  end(): void {
    clearInterval(this.timer);
    rmSync(this.file, { force: true });
  }
}

function noteNow(): MemoryNote {
  const memory = memoryHere();
  return { group: memoryGroup(), ends: endsForMemory(), used: memoryUsed(memory), limit: memory.limit };
}

/** Null without a file, or with half of one. */
function read(file: string): MemoryNote | null {
  try {
    const { group, ends, used, limit } = JSON.parse(readFileSync(file, 'utf8')) as Partial<MemoryNote>;
    if (typeof used !== 'number' || typeof limit !== 'number') return null;
    return { group: group ?? null, ends: ends ?? null, used, limit };
  } catch {
    return null;
  }
}
