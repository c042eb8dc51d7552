import { EmbeddedPostgres, provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import type { DataDir, InstallationSecrets } from './data-dir';
import { printLine, type RunningProgram } from './program';
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
  /** URL of the PostgreSQL to use; null to start a PostgreSQL with its data in the directory. */
  readonly databaseUrl: string | null;
  /** Directory of PostgreSQL's programs; the npm package's by default. */
  readonly postgresBin?: string | null;
  /** Settings of the started server that replace the default ones. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

/** Connects to the database at the URL, or starts one with its data in the directory. */
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
    supervision: { report: sayWhyEnded(), giveUp: fail },
    ...(postgresSettings ? { settings: postgresSettings } : {}),
    ...(postgresBin ? { binaries: postgresBin } : {}),
  });
  cleanup.push(() => postgres.stop());
  return postgres;
}

/**
 * Returns a function that prints why the server ended. When memory runs out, the kernel kills the largest process of a
 * group, which may be a process of PostgreSQL.
 */
function sayWhyEnded(): (line: string) => void {
  let known = endsForMemory();
  return (line) => {
    const ends = endsForMemory();
    const ranOut = ends !== null && known !== null && ends > known;
    known = ends;
    const { limit } = memoryHere();
    printLine(
      ranOut ? `${line} The memory ran out: the limit is ${Math.floor(limit / 2 ** 20)} MB. Raise it.` : line,
    );
  };
}
