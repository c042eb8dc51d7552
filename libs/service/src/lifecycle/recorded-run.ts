import { claimDirectory, EmbeddedPostgresError } from '@tributary/persistence';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunNotes, wordsOnSuddenEnd } from './last-run';
import { MEMORY_ADVISED, memoryHere, RAISE_LIMIT } from '../machine/memory';
import { PlatformConfig } from '../platform.config';

/**
 * Records in the temporary folder that this process runs, until it ends in an orderly way. A container loses that
 * folder with its process, unless it is a volume; nothing is then known of the previous run.
 * @returns a message about how the previous run ended; null if it was stopped, or its end is unknown
 */
export function recordRun(config: PlatformConfig): string | null {
  const folder = config.port === 0 ? null : ownFolder(); // a process on any free port cannot identify its previous run
  if (folder === null) return null;
  try {
    const run = path.join(folder, `${config.service}-${identityOf(config)}`);
    const { release, wasLeft } = claimDirectory(run);
    const notes = new RunNotes(`${run}.json`);
    process.once('exit', () => {
      notes.end();
      release();
    });
    return wasLeft ? wordsOn(config, notes) : null;
  } catch (error) {
    const isSecond = error instanceof EmbeddedPostgresError; // a second process: the error about its port is clearer
    if (isSecond || (error instanceof Error && 'code' in error)) return null; // for example a full disk
    throw error;
  }
}

function wordsOn({ service }: PlatformConfig, notes: RunNotes): string {
  return wordsOnSuddenEnd({
    program: service,
    evidence: notes.evidence(),
    last: notes.last,
    memory: memoryHere(),
    needed: MEMORY_ADVISED,
    remedy: RAISE_LIMIT,
  });
}

/** Identity of a run; a process that replaces another one has the same. */
function identityOf({ port, databaseUrl }: PlatformConfig): string {
  const { host, pathname } = new URL(databaseUrl);
  return createHash('sha256').update(`${port} ${host}${pathname}`).digest('hex').slice(0, 8);
}

/** A folder that no other user can write to; null if there is none. */
function ownFolder(): string | null {
  const user = process.getuid?.();
  const folder = path.join(tmpdir(), user === undefined ? 'tributary' : `tributary-${user}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOurs = user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOurs ? folder : null;
  } catch {
    return null; // a file system that is read-only, or full
  }
}
