import { Client } from 'pg';

/**
 * Runs the work while holding a named lock of the whole database, on a connection of its own, so that instances that
 * start at once wait for each other.
 */
export async function withAdvisoryLock<T>(
  url: string,
  name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work(client);
  } finally {
    await client.end(); // ends the session, and with it the lock
  }
}
