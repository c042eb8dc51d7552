import { createUser, issuePersonalToken, openAccessDatabase } from '@tributary/api-gateway';
import { EmbeddedPostgres, provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { startGateway } from './servers';
import { fillQueryModel, QueryModelSize } from './query-model-rows';

/** A server with the gateway's filled query model, and who is measured. */
export interface QueryModel {
  /** Of the gateway's own role. */
  readonly url: string;
  readonly userId: number;
  /** The owner's, of all scopes. */
  readonly token: string;
  /** On disk: tables with their indexes, MB. */
  readonly sizeMb: number;
  readonly server: EmbeddedPostgres;
}

/**
 * Starts PostgreSQL with the settings of `npm start` in the directory, lets the gateway create its tables, and fills
 * them. A directory that is already filled is reused.
 */
export async function openQueryModel(
  dataDir: string,
  size: QueryModelSize,
  options: { readonly keep: boolean; readonly log: (text: string) => void },
): Promise<QueryModel> {
  const server = await startEmbeddedPostgres({ dataDir, persistent: options.keep });
  try {
    const urls = await provisionSchemas(server.url, [
      { schema: 'api_gateway', password: randomBytes(12).toString('hex') },
    ]);
    const url = urls.get('api_gateway') ?? '';
    const gateway = await startGateway(url); // brings the schema up to date
    await gateway.process.stop();
    const { userId, token } = await createOwner(url);
    if (!(await isFilled(url))) {
      options.log(`filling the query model with ${size.transactions} transactions`);
      await fillQueryModel(url, userId, size, options.log);
    }
    return { url, userId, token, sizeMb: await sizeMb(url), server };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The user who is measured, with a token of all scopes. */
export async function createOwner(url: string): Promise<{ userId: number; token: string }> {
  const database = await openAccessDatabase(url);
  try {
    const { id } = await createUser(database, { email: 'bench@example.com', name: 'Maija', plan: 'PRO' });
    const { token } = await issuePersonalToken(database, { userId: id, name: 'bench' });
    return { userId: id, token };
  } finally {
    await database.close();
  }
}

async function isFilled(url: string): Promise<boolean> {
  return (await one<{ filled: boolean }>(url, 'select exists (select 1 from transactions) as filled')).filled;
}

async function sizeMb(url: string): Promise<number> {
  const sql = `select round(sum(pg_total_relation_size(c.oid)) / 1e6)::int as mb from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`;
  return (await one<{ mb: number }>(url, sql)).mb;
}

async function one<Row extends object>(url: string, sql: string): Promise<Row> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql);
    return rows[0] as Row;
  } finally {
    await client.end();
  }
}
