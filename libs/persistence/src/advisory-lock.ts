import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

const RETRY_MS = 50;

/**
 * Runs the work while a separate connection has a named lock of the whole database, so that instances that start at
 * once wait for each other. The lock belongs to a transaction, because a pooler would pass the lock of a session on to
 * others. Waiting opens no transaction; otherwise the waiting instances could use up the connections that the owner of
 * the lock needs.
 */
export async function withAdvisoryLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    while (!(await isLocked(client, name))) await delay(RETRY_MS);
    try {
      return await work();
    } finally {
      await client.query('rollback').catch(() => undefined); // a lost connection has no lock either
    }
  });
}

/** Runs the work on a separate connection. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Begins the transaction of the lock; it is idle while the work runs. */
async function isLocked(client: Client, name: string): Promise<boolean> {
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ is_ours: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_ours',
    [name],
  );
  if (rows[0]?.is_ours) return true;
  await client.query('rollback');
  return false;
}
