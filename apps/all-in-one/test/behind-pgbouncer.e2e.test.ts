import { describePgBouncer, eventually } from '@tributary/testing';
import { Client } from 'pg';
import { fillUser } from './filled-user';
import { InProcessSystem, SystemChoice } from './in-process-system';

jest.setTimeout(180_000);

const POLLS = { timeoutMs: 60_000 };

describePgBouncer('the five services behind PgBouncer in transaction mode, with its defaults', () => {
  it.each<NonNullable<SystemChoice['pooler']>>(['with a direct address', 'alone'])(
    'carry a bank’s transactions by rules to a budget and to webhooks: the pooler %s',
    async (pooler) => {
      const system = await InProcessSystem.start({ pooler });
      const admin = new Client({ connectionString: system.databaseUrl });
      try {
        await admin.connect();
        await fillUser(system, 'pooled');
        await eventually(async () => {
          const { rows } = await admin.query(COUNTS);
          expect(rows[0]).toEqual({ stored: expect.any(Number) as number, lost: 0, unsent: 0, set_aside: 0 });
          expect((rows[0] as { stored: number }).stored).toBeGreaterThan(0);
        }, POLLS);
      } finally {
        await admin.end();
        await system.stop();
      }
    },
  );
});

/** Counts the bank's rows, those that the gateway does not show, running and failed transfers, and dead letters. */
const COUNTS = `
  select (select count(*)::int from ingestion_sync.transactions where state = 'LIVE') as stored,
         (select count(*)::int from ingestion_sync.transactions t where state = 'LIVE'
             and not exists (select 1 from api_gateway.transactions g where g.id = t.id)) as lost,
         (select count(*)::int from transfer_engine.transfers where state not in ('TRANSFERRED', 'SKIPPED')) as unsent,
         (select count(*)::int from rule_engine.dead_letters) + (select count(*)::int from api_gateway.dead_letters)
           + (select count(*)::int from transfer_engine.dead_letters) as set_aside`;
