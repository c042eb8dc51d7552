import { EnvironmentReader } from '@tributary/service';
import { UsageError } from '../options';
import { homeOf } from '../serve/serve-options';

/** The options of `npx tributary backup` and `npx tributary restore`. */
export interface BackupOptions {
  readonly home: string;
  /** A superuser's URL of the provisioned, empty database that a restore fills; null: it creates a data directory. */
  readonly into: string | null;
  /** The directory of PostgreSQL's programs; null: those of the system. */
  readonly postgresBin: string | null;
  /** A file, or `-` for a standard stream. */
  readonly archive: string;
}

const USAGE = `usage: npx tributary backup [file]    writes the data of the running Tributary and their keys into a file
       npx tributary restore [file]   makes an empty TRIBUTARY_HOME of such a file; start Tributary afterwards
                                      with DATABASE_ADMIN_URL it fills that database instead, which provision has made
without a file: standard output, standard input
environment: TRIBUTARY_HOME (~/.tributary), POSTGRES_BIN (programs of PostgreSQL; a backup of version 0.2 or
before needs pg_restore, there or in the system)`;

/**
 * Parses the command line.
 * @throws UsageError
 */
export function readBackupOptions(
  command: 'backup' | 'restore',
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): BackupOptions {
  const [archive = '-', ...more] = words;
  if (more.length > 0 || (archive.startsWith('-') && archive !== '-')) throw new UsageError(USAGE);
  const stream = command === 'backup' ? process.stdout : process.stdin;
  if (archive === '-' && stream.isTTY) throw new UsageError(USAGE);
  const env = new EnvironmentReader(environment);
  const postgresBin = env.optional('POSTGRES_BIN');
  if (env.optional('DATABASE_URL') !== null) {
    throw new UsageError('The database at DATABASE_URL is yours: see docs/how-to/backup.md for its backups.');
  }
  const into =
    command === 'restore' && env.optional('DATABASE_ADMIN_URL') ? env.url('DATABASE_ADMIN_URL') : null;
  env.check('Tributary');
  return { home: homeOf(env), into, postgresBin, archive };
}
