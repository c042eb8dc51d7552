import { EmbeddedPostgres, provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import type { DataDir, InstallationSecrets } from './data-dir';
import { say, type RunningProgram } from './program';
import { endsForMemory, memoryHere } from '@tributary/service';
import { SCHEMAS } from './services/service-environment';

/** The database of an installation, with a schema and a role for each service. */
export interface OpenDatabase {
  readonly adminUrl: string;
  /** URL of each service's role, by schema. */
  readonly databaseUrls: ReadonlyMap<string, string>;
  readonly secrets: InstallationSecrets;
}

export interface DatabaseOptions {
  /** A Postgres to use; null: one is started that keeps its data in the directory. */
  readonly databaseUrl: string | null;
  /** The directory of the programs of the server to start; without it npm's. */
  readonly postgresBin?: string | null;
  /** Settings of the server to start that differ from ours. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

/** Uses the database at the URL, or starts one that keeps its data in the directory. */
export async function openDatabase(
  options: DatabaseOptions,
  dataDir: DataDir,
  program: RunningProgram,
): Promise<OpenDatabase> {
  const secrets = dataDir.secrets();
  const { url, socketUrl } =
    options.databaseUrl === null
      ? await startPostgres(options, dataDir, program)
      : { url: options.databaseUrl, socketUrl: options.databaseUrl };
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  return { adminUrl: url, databaseUrls: await provisionSchemas(socketUrl, owners), secrets };
}

async function startPostgres(
  { postgresBin, postgresSettings }: DatabaseOptions,
  dataDir: DataDir,
  { cleanup, fail }: RunningProgram,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: dataDir.path('postgres'),
    persistent: true,
    supervision: { say: sayWhyEnded(), giveUp: fail },
    ...(postgresSettings ? { settings: postgresSettings } : {}),
    ...(postgresBin ? { binaries: postgresBin } : {}),
  });
  cleanup.push(() => postgres.stop());
  return postgres;
}

/** The kernel ends the largest process of a group whose memory ran out, which may be a backend of the server. */
function sayWhyEnded(): (line: string) => void {
  let known = endsForMemory();
  return (line) => {
    const ends = endsForMemory();
    const ranOut = ends !== null && known !== null && ends > known;
    known = ends;
    const { limit } = memoryHere();
    say(
      ranOut ? `${line} The memory ran out: the limit is ${Math.floor(limit / 2 ** 20)} MB. Raise it.` : line,
    );
  };
}
