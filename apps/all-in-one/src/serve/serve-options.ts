import { EnvironmentReader, readTimeOfDay, TimeOfDay } from '@tributary/service';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../options';
import { DECIDED_HERE } from '../services/service-environment';

/** The options of nightly backups. */
export interface NightlyOptions {
  readonly at: TimeOfDay;
  readonly directory: string;
  /** The number of backups to retain. */
  readonly keep: number;
}

/** The options of `npx tributary serve`. */
export interface ServeOptions {
  /** The directory of data, secrets and logs. */
  readonly home: string;
  readonly port: number;
  /** The address to listen at. */
  readonly host: string;
  /** The Postgres to use instead of the embedded one; a superuser's or the database owner's URL. */
  readonly databaseUrl: string | null;
  /** The directory of the programs of a PostgreSQL to start instead of the one from npm. */
  readonly postgresBin: string | null;
  /** The folder whose files are imported; null: no folder. */
  readonly importDir: string | null;
  /** Options of the nightly backups; null if there are none, or if the operator backs up the database. */
  readonly backups: NightlyOptions | null;
  /** The services' settings from the operator's environment. */
  readonly settings: Readonly<Record<string, string>>;
}

export const SERVE_USAGE = `usage: npx tributary serve
  runs Tributary on this machine: five services in one process, with an embedded PostgreSQL
environment: TRIBUTARY_HOME (~/.tributary), API_PORT (3000; 0 means any free one), HOST (127.0.0.1),
             DATABASE_URL (instead of the embedded PostgreSQL), POSTGRES_BIN (the programs of a PostgreSQL to
             start instead of npm's), IMPORT_DIR (imports the files that you put there), BACKUP_TIME (02:30, when a
             backup is made each night; off), BACKUP_KEEP (7, how many stay), BACKUP_DIR (backups in
             TRIBUTARY_HOME), and every setting of the services`;

/** Options of this program that are no settings of the services. */
const OPTIONS = /^(API_PORT|TRIBUTARY_HOME|DATA_DIR|IMPORT_DIR|POSTGRES_BIN|BACKUP_(TIME|KEEP|DIR))$/;

export function readServeOptions(words: readonly string[], environment: NodeJS.ProcessEnv): ServeOptions {
  const [unknown] = words;
  if (unknown !== undefined) throw new UsageError(`unknown option ${unknown}\n${SERVE_USAGE}`);
  const env = new EnvironmentReader(environment);
  const importDir = env.optional('IMPORT_DIR');
  const options: ServeOptions = {
    home: homeOf(env),
    port: env.integer('API_PORT', 3000, { min: 0, max: 65535 }),
    host: env.text('HOST', '127.0.0.1'),
    databaseUrl: env.optional('DATABASE_URL') && env.url('DATABASE_URL'),
    postgresBin: env.optional('POSTGRES_BIN'),
    importDir: importDir === null ? null : path.resolve(importDir),
    backups: readNightly(env),
    settings: settingsIn(environment),
  };
  env.check('Tributary');
  return options;
}

function readNightly(env: EnvironmentReader): NightlyOptions | null {
  const time = env.text('BACKUP_TIME', '02:30');
  const keep = env.integer('BACKUP_KEEP', 7, { min: 1, max: 10_000 });
  const directory = path.resolve(env.text('BACKUP_DIR', path.join(homeOf(env), 'backups')));
  if (time === 'off' || env.optional('DATABASE_URL') !== null) return null;
  const at = readTimeOfDay(time);
  if (at === null) env.problem('BACKUP_TIME must be a time of the day, such as 02:30, or off');
  return at && { at, directory, keep };
}

/** Returns the directory of this user's installation. */
export function homeOf(env: EnvironmentReader): string {
  return path.resolve(env.text('TRIBUTARY_HOME', path.join(homedir(), '.tributary')));
}

function settingsIn(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !OPTIONS.test(entry[0]) && !DECIDED_HERE.test(entry[0]),
    ),
  );
}
