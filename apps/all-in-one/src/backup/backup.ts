import { programVariables } from '@tributary/persistence';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from '../data-dir';
import { asProgram } from '../program';
import { DUMP, pack, SECRETS } from './archive';
import { BackupFailed } from './backup-failed';
import { BackupOptions, readBackupOptions } from './backup-options';
import { postgresProgram, runProgram } from './programs';

/** `npx tributary backup`: the data of a running installation, with their keys, in one file. */
export function backup(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return asProgram(async (cleanup) => {
    const options = readBackupOptions('backup', words, environment);
    if (!existsSync(options.home)) throw notRunning(options.home);
    const home = new DataDir(options.home);
    const draft = home.path(`backup-${process.pid}`);
    cleanup.push(async () => rmSync(draft, { recursive: true, force: true }));
    mkdirSync(draft, { mode: 0o700 });
    await dump(options, home, path.join(draft, DUMP));
    copyFileSync(home.path(SECRETS), path.join(draft, SECRETS));
    await write(draft, options.archive);
    return 0;
  });
}

/** For its owner alone, because the keys are in it; what is not whole does not stay. @throws BackupFailed */
async function write(draft: string, archive: string): Promise<void> {
  if (archive === '-') return pack(draft, archive);
  try {
    writeFileSync(archive, '', { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new BackupFailed(`${archive} exists or cannot be written: name another file.`, { cause });
  }
  await pack(draft, archive).catch((error: unknown) => {
    rmSync(archive, { force: true });
    throw error;
  });
}

/**
 * One snapshot of all five schemas. The bus is in the database too, so any moment is one to restore to. @throws
 * BackupFailed
 */
function dump({ postgresBin }: BackupOptions, home: DataDir, file: string): Promise<void> {
  return runProgram(
    postgresProgram('pg_dump', postgresBin),
    ['--format=custom', `--file=${file}`],
    programVariables(urlOfRunning(home)),
  );
}

function urlOfRunning(home: DataDir): string {
  const left = home.path('operator.json');
  if (!existsSync(left)) throw notRunning(home.root);
  return (JSON.parse(readFileSync(left, 'utf8')) as { DATABASE_ADMIN_URL: string }).DATABASE_ADMIN_URL;
}

function notRunning(home: string): BackupFailed {
  return new BackupFailed(`Tributary does not run with the data in ${home}: start it, then make the backup.`);
}
