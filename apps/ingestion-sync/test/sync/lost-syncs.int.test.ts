import { eventually } from '@tributary/testing';
import { claimAccounts } from '../../src/sync/due/claim-accounts';
import { nextAccountInMs } from '../../src/sync/due/due-accounts.store';
import { IngestionFixture } from '../ingestion.fixture';

const LEASE_MS = 1000;
/** A provider that the service does not have, so that its loop does not sync the account. */
const OPTIONS = {
  leaseMs: LEASE_MS,
  lostPauseMs: LEASE_MS,
  providers: ['PROVIDER_B' as const],
  exceptUsers: [],
  limit: 10,
};

let fixture: IngestionFixture;
afterEach(() => fixture.close());

const leaseEnded = (ago: string) =>
  fixture.rows(`update financial_accounts set lease_until = clock_timestamp() - $1::interval`, [ago]);

/**
 * Plays a sync whose process dies.
 * @returns the number of syncs lost before it; null: the account must wait
 */
async function lose(): Promise<number | null> {
  const [claimed] = await claimAccounts(fixture.database, OPTIONS, Date.now);
  if (!claimed) return null;
  await leaseEnded('1 millisecond');
  return claimed.lostSyncs;
}

it('an account whose syncs end with their process waits longer each time, says so, and recovers', async () => {
  fixture = await IngestionFixture.start({}, { sync: { leaseMs: LEASE_MS } });
  await fixture.connect('BERKA_1');
  await fixture.settled();
  await fixture.rows(`update financial_accounts set provider = 'PROVIDER_B', next_sync_at = now()`);

  expect(await lose()).toBe(0);
  expect(await lose()).toBe(1); // one loss counts as a restart: the account waits only for its lease
  expect(await lose()).toBeNull();
  const wait = (await nextAccountInMs(fixture.database, OPTIONS)) ?? 0;
  expect(wait).toBeGreaterThan(LEASE_MS);

  await leaseEnded('1 hour');
  expect(await lose()).toBe(2);
  expect(await nextAccountInMs(fixture.database, OPTIONS)).toBeGreaterThan(3 * wait);

  await leaseEnded('2 days');
  await fixture.rows(`update financial_accounts set provider = 'PROVIDER_A', next_sync_at = now()`);
  await eventually(async () => {
    const counts = await fixture.rows('select lost_syncs from financial_accounts');
    expect(counts).toEqual([{ lost_syncs: 0 }]);
  });
  await fixture.settled();
  const published = JSON.stringify(fixture.received);
  expect(published).toContain('The last 3 syncs ended before everything was stored.');
  const [account] = await fixture.rows<{ status: string }>(
    `select health->>'status' as status from financial_accounts`,
  );
  expect(account?.status).toBe('HEALTHY');
});
