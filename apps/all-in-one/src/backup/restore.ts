import {
  DUMP,
  postgresProgram,
  prepareRestored,
  Progress,
  runProgram,
  SECRETS,
  unpack,
} from '@tributary/operator';
import { programVariables } from '@tributary/persistence';
import { BackupFailed } from '@tributary/service';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Pool } from 'pg';
import { DataDir } from '../data-dir';
import { openDatabase, OpenDatabase } from '../database';
import { asProgram, Cleanup, RunningProgram, printLine } from '../program';
import { claimHome } from '../serve/claim-home';
import { BackupOptions, readBackupOptions } from './backup-options';
import { readCopy } from './copy/read-copy';
import { restoreDatabase } from './restore-database';
import { damaged, IDS_AHEAD } from './restored';

/** `npx tributary restore`: fills an empty directory or an empty database with a backup. */
export function restore(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return asProgram(async (program) => {
    const { cleanup } = program;
    const options = readBackupOptions('restore', words, environment);
    if (options.into !== null) {
      await restoreDatabase(options.into, options.archive);
      printLine('Restored. Start the services on new topics.');
      return 0;
    }
    const home = new DataDir(options.home);
    claimHome(home, cleanup);
    refuseUnlessEmpty(home);
    const draft = new DataDir(home.path('restoring'));
    await fill(options, draft, program);
    await stopServer(cleanup);
    // The database is moved last, because a restore accepts a directory without one.
    for (const part of [SECRETS, 'postgres']) renameSync(draft.path(part), home.path(part));
    rmSync(draft.root, { recursive: true });
    printLine('Restored. Start Tributary with these data.');
    return 0;
  });
}

/**
 * Checks that the data directory is empty.
 * @throws BackupFailed
 */
function refuseUnlessEmpty(home: DataDir): void {
  const there = readdirSync(home.root).filter((name) => name === 'postgres' || name === SECRETS);
  if (there.length === 0) return;
  throw new BackupFailed(
    `There are data in ${home.root} (${there.join(', ')}), and a restore replaces none: name an empty place with TRIBUTARY_HOME.`,
  );
}

/** Fills a draft beside the final directory, so that a failed restore does not look like an installation. */
async function fill(options: BackupOptions, draft: DataDir, program: RunningProgram): Promise<void> {
  rmSync(draft.root, { recursive: true, force: true });
  mkdirSync(draft.root, { mode: 0o700 });
  // The archive is unpacked beside the database, so that no file of the archive becomes a part of the database.
  const files = draft.path('unpacked');
  mkdirSync(files, { mode: 0o700 });
  await unpack(options.archive, files);
  if (!existsSync(path.join(files, SECRETS)))
    throw new BackupFailed('The file is no backup of a home: it has no keys.');
  renameSync(path.join(files, SECRETS), draft.path(SECRETS));
  const database = await openDatabase({ ...options, databaseUrl: null }, draft, program);
  const dump = path.join(files, DUMP);
  if (existsSync(dump)) await readDump(options, dump, database);
  else await readCopy(database, files, new Progress()).catch(damaged);
  const pool = new Pool({ connectionString: database.adminUrl, max: 1 });
  pool.on('error', () => undefined); // the server may end before the last connection has closed
  try {
    await prepareRestored(pool, IDS_AHEAD);
  } finally {
    await pool.end();
  }
}

/** Restores a backup of version 0.2 or earlier. */
function readDump({ postgresBin }: BackupOptions, dump: string, { adminUrl }: OpenDatabase): Promise<void> {
  return runProgram(
    postgresProgram('pg_restore', postgresBin),
    ['--clean', '--if-exists', '--single-transaction', '--dbname=postgres', dump],
    programVariables(adminUrl),
  );
}

/** Stops the server, because its files are moved next. The claim of the directory stays. */
async function stopServer(cleanup: Cleanup): Promise<void> {
  for (const stop of cleanup.splice(1).reverse()) await stop();
}
