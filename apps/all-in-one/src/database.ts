import { EmbeddedPostgres, provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import type { DataDir, InstallationSecrets } from './data-dir';
import type { Cleanup } from './program';
import { SCHEMAS } from './services/service-environment';

/** The database of an installation, with a schema and a role for each service. */
export interface OpenDatabase {
  readonly adminUrl: string;
  /** URL of each service's role, by schema. */
  readonly databaseUrls: ReadonlyMap<string, string>;
  readonly secrets: InstallationSecrets;
}

/** Uses the database at the URL, or starts one that keeps its data in the directory. */
export async function openDatabase(
  databaseUrl: string | null,
  dataDir: DataDir,
  cleanup: Cleanup,
): Promise<OpenDatabase> {
  const secrets = dataDir.secrets();
  const { url, socketUrl } =
    databaseUrl === null
      ? await startPostgres(dataDir, cleanup)
      : { url: databaseUrl, socketUrl: databaseUrl };
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  return { adminUrl: url, databaseUrls: await provisionSchemas(socketUrl, owners), secrets };
}

async function startPostgres(dataDir: DataDir, cleanup: Cleanup): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path('postgres'), persistent: true });
  cleanup.push(() => postgres.stop());
  return postgres;
}
