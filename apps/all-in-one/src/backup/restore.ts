import { prepareRestored } from '@tributary/operator';
import { programVariables } from '@tributary/persistence';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { Pool } from 'pg';
import { DataDir } from '../data-dir';
import { openDatabase } from '../database';
import { asProgram, Cleanup, say } from '../program';
import { claimHome } from '../serve/claim-home';
import { DUMP, SECRETS, unpack } from './archive';
import { BackupFailed } from './backup-failed';
import { BackupOptions, readBackupOptions } from './backup-options';
import { postgresProgram, runProgram } from './programs';

/** More than were assigned since the backup: systems outside know those ids. */
const IDS_AHEAD = 1_000_000;

/** `npx tributary restore`: makes an empty directory what another one was at its backup. */
export function restore(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return asProgram(async (cleanup) => {
    const options = readBackupOptions('restore', words, environment);
    const home = new DataDir(options.home);
    claimHome(home, cleanup);
    refuseUnlessEmpty(home);
    const draft = new DataDir(home.path('restoring'));
    await fill(options, draft, cleanup);
    await ended(cleanup);
    // The database last: a directory without one is what a restore may use.
    for (const part of [SECRETS, 'postgres']) renameSync(draft.path(part), home.path(part));
    rmSync(draft.root, { recursive: true });
    say('Restored. Start Tributary with these data.');
    return 0;
  });
}

/** @throws BackupFailed */
function refuseUnlessEmpty(home: DataDir): void {
  const there = readdirSync(home.root).filter((name) => name === 'postgres' || name === SECRETS);
  if (there.length === 0) return;
  throw new BackupFailed(
    `There are data in ${home.root} (${there.join(', ')}), and a restore replaces none: name an empty place with TRIBUTARY_HOME.`,
  );
}

/** Beside the place that the data will have, so that what fails halfway looks like no installation. */
async function fill(options: BackupOptions, draft: DataDir, cleanup: Cleanup): Promise<void> {
  rmSync(draft.root, { recursive: true, force: true });
  mkdirSync(draft.root, { mode: 0o700 });
  await unpack(options.archive, draft.root);
  const { adminUrl } = await openDatabase({ ...options, databaseUrl: null }, draft, cleanup);
  await runProgram(
    postgresProgram('pg_restore', options.postgresBin),
    ['--clean', '--if-exists', '--single-transaction', '--dbname=postgres', draft.path(DUMP)],
    programVariables(adminUrl),
  );
  const pool = new Pool({ connectionString: adminUrl, max: 1 });
  pool.on('error', () => undefined); // the server may end before the last connection has closed
  try {
    await prepareRestored(pool, IDS_AHEAD);
  } finally {
    await pool.end();
  }
}

/** The server is stopped before its files move; the claim of the directory stays. */
async function ended(cleanup: Cleanup): Promise<void> {
  for (const stop of cleanup.splice(1).reverse()) await stop();
}
