import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors';
import { isSameProcess, markProcess, type ProcessMark } from './running-process';

/** The right of this process to use a data directory. */
export interface DirectoryClaim {
  readonly release: () => void;
  /** Whether the previous process did not release its claim: it was killed, crashed, or its machine did. */
  readonly wasLeft: boolean;
}

/**
 * A data directory belongs to one running Node process at a time. The claim names that process, which distinguishes a
 * server left over from a crash (to stop) from one in use (to leave alone).
 */
export function claimDirectory(dataDir: string): DirectoryClaim {
  const file = `${dataDir}.owner`;
  mkdirSync(path.dirname(dataDir), { recursive: true });
  const owner = readOwner(file);
  if (owner && isSameProcess(owner)) throw inUse(dataDir, owner.pid);
  if (owner) rmSync(file, { force: true });
  const claim = JSON.stringify({ ...markProcess(process.pid), claim: randomUUID() });
  writeClaim(file, claim, dataDir);
  const release = () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === claim) rmSync(file);
  };
  return { release, wasLeft: owner !== undefined };
}

/** Writes the claim with the flag `wx`, so that of two processes that start at once only one succeeds. */
function writeClaim(file: string, claim: string, dataDir: string): void {
  try {
    writeFileSync(file, claim, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw inUse(dataDir, readOwner(file)?.pid);
  }
}

/** The process of the claim; undefined without a claim, or with an incomplete one from a crash. */
function readOwner(file: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessMark;
  } catch (error) {
    if (error instanceof SyntaxError) {
      rmSync(file, { force: true });
      return undefined;
    }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function inUse(dataDir: string, pid: number | undefined): EmbeddedPostgresError {
  const who = pid === undefined ? 'another process' : `process ${pid}`;
  return new EmbeddedPostgresError(
    'data-directory-in-use',
    `The database in ${dataDir} is in use by ${who}: stop that first.`,
  );
}
