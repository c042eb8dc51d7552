import { eventually } from '@tributary/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { InProcessSystem } from './in-process-system';

/**
 * The five services poll their tables every 30 s, which takes 200 transactions a minute; polling each second took
 * 1,400.
 */
const TRANSACTIONS_MAX = 100;
const WINDOW_MS = 15_000;
let system: InProcessSystem;
let admin: Client;

beforeAll(async () => {
  system = await InProcessSystem.start({
    settings: { RESHAPE_IDLE_MS: '30000', TRANSFER_POLL_MS: '200', TRANSFER_LINGER_MS: '1000' },
  });
  admin = new Client({ connectionString: system.databaseUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await system.stop();
});

/** Returns the transactions of the system's database; PostgreSQL counts them some seconds late. */
async function transactions(): Promise<number> {
  await admin.query('select pg_stat_clear_snapshot()');
  const { rows } = await admin.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.count ?? Infinity);
}

it('an installation in which nothing happens leaves its database alone', async () => {
  await eventually(
    async () => {
      const before = await transactions();
      await pause(WINDOW_MS);
      expect((await transactions()) - before).toBeLessThan(TRANSACTIONS_MAX);
    },
    { timeoutMs: 90_000 },
  );
}, 120_000);
