import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries';
import { EmbeddedPostgresError } from './errors';
import { namedUser } from './named-user';
import { launchAs, type Account } from './unprivileged-account';

export const SUPERUSER = 'postgres';
const PASSWORD_FILE = 'tributary-superuser-password';

/**
 * Options for UTF-8 with code-point order and Unicode case rules, from PostgreSQL's own provider: the same on every
 * system, whichever locales are installed.
 */
const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/**
 * Options before PostgreSQL 17, which has no built-in locale provider: the same order and case rules from the system's
 * library.
 */
const LIBRARY_LOCALE = ['--locale=C.UTF-8'];

/** Creates the data directory if it does not exist yet, and returns the superuser's password. */
export async function prepareDataDirectory(
  dataDir: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<string> {
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await create(dataDir, binaries, account);
  return readFile(path.join(dataDir, PASSWORD_FILE), 'utf8');
}

/** Builds the directory under another name and renames it, so that a crash halfway leaves no directory that looks complete. */
async function create(
  dataDir: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<void> {
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.new-password`;
  const password = randomBytes(24).toString('hex');
  await Promise.all([draft, passwordFile].map((file) => rm(file, { recursive: true, force: true })));
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await Promise.all([draft, passwordFile].map((file) => chown(file, account.uid, account.gid)));
  await runInitdb(draft, passwordFile, binaries, account);
  await rename(passwordFile, path.join(draft, PASSWORD_FILE));
  await rm(dataDir, { recursive: true, force: true });
  await rename(draft, dataDir);
}

async function localeFlags({ initdb }: PostgresBinaries): Promise<string[]> {
  const { stdout } = await promisify(execFile)(initdb, ['--version']);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  return major < 17 ? LIBRARY_LOCALE : BUILTIN_LOCALE;
}

async function runInitdb(
  directory: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<void> {
  const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = [`--pgdata=${directory}`, ...access, '--encoding=UTF8', ...(await localeFlags(binaries))];
  const launch = launchAs(account, binaries.initdb, args, [binaries.directory, path.dirname(directory)]);
  const passwdFile = `${directory}-passwd`;
  const env = { ...process.env, LC_ALL: 'C', ...(await namedUser(account, passwdFile)) };
  const child = spawn(launch.command, launch.args, {
    ...launch.identity,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(complaints.trim() || `initdb ended with code ${code}`);
  } catch (cause) {
    throw new EmbeddedPostgresError('init-failed', `The database could not be created: ${String(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwdFile, { force: true });
  }
}
