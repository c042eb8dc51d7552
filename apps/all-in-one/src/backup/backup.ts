import { filesOf, pack, Progress, SECRETS, writeCopy } from '@tributary/operator';
import { BackupFailed } from '@tributary/service';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from '../data-dir';
import { asProgram } from '../program';
import { readBackupOptions } from './backup-options';

/** `npx tributary backup`: writes the data and the keys of a running installation into one file. */
export function backup(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return asProgram(async ({ cleanup }) => {
    const options = readBackupOptions('backup', words, environment);
    if (!existsSync(options.home)) throw notRunning(options.home);
    const home = new DataDir(options.home);
    const draft = home.path(`backup-${process.pid}`);
    cleanup.push(async () => rmSync(draft, { recursive: true, force: true }));
    mkdirSync(draft, { mode: 0o700 });
    const manifest = await writeCopy(urlOfRunning(home), draft, new Progress()).catch(diskFull);
    copyFileSync(home.path(SECRETS), path.join(draft, SECRETS));
    await write(draft, options.archive, [SECRETS, ...filesOf(manifest)]);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stderr.write(`Backed up ${rows} rows of ${manifest.tables.length} tables, and the keys.\n`);
    return 0;
  });
}

/**
 * Writes the archive, readable by its owner alone because it contains the keys. An unfinished archive is deleted.
 * @throws BackupFailed
 */
async function write(draft: string, archive: string, files: readonly string[]): Promise<void> {
  if (archive === '-') return pack(draft, archive, files);
  try {
    writeFileSync(archive, '', { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new BackupFailed(`${archive} exists or cannot be written: name another file.`, { cause });
  }
  await pack(draft, archive, files).catch((error: unknown) => {
    rmSync(archive, { force: true });
    throw error;
  });
}

function urlOfRunning(home: DataDir): string {
  const left = home.path('operator.json');
  if (!existsSync(left)) throw notRunning(home.root);
  return (JSON.parse(readFileSync(left, 'utf8')) as { DATABASE_ADMIN_URL: string }).DATABASE_ADMIN_URL;
}

function diskFull(error: unknown): never {
  if (!isFull(error)) throw error;
  throw new BackupFailed('The disk is full: make room where TRIBUTARY_HOME is, then make the backup again.', {
    cause: error,
  });
}

function isFull(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOSPC';
}

function notRunning(home: string): BackupFailed {
  return new BackupFailed(`Tributary does not run with the data in ${home}: start it, then make the backup.`);
}
