import { AccountUpsertedV1, SyncAccounts, TransactionUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';
import { bankIds, ledger, storedIds } from '../provider-ledger';

let fixture: IngestionFixture;
afterEach(() => fixture.close());

function expectPublishedOnce(): void {
  const published = fixture
    .events(TransactionUpsertedV1)
    .flatMap(({ transactions }) => transactions.map(({ id }) => id));
  expect(new Set(published).size).toBe(published.length);
}

it('two instances share the work and never sync an account twice', async () => {
  fixture = await IngestionFixture.start({}, { sync: { concurrency: 3 } });
  await fixture.startInstance();
  await fixture.fault({ kind: 'slow', delay_ms: 10, path: '/transactions/', times: null });
  await fixture.connect('BERKA_20');
  await fixture.settled();
  const asked = (await ledger(fixture, 'BERKA_20')).map(({ requests }) => requests.transactions);
  expect(new Set(asked)).toEqual(new Set([6]));
  expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_20'));
  expectPublishedOnce();
});

it('two instances spend one allowance, for schedule, backfill and requests alike, and the plan is published', async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 4 }, { sync: { concurrency: 3 } });
  await fixture.startInstance();
  const { financialAccountIds } = await fixture.connect('BERKA_20');
  await fixture.settled();
  const asked = async () =>
    new Set((await ledger(fixture, 'BERKA_20')).map(({ requests }) => requests.transactions));
  // The newest window and two older ones; the fourth request is reserved for new transactions.
  expect(await asked()).toEqual(new Set([3]));
  const plans = () =>
    new Map(fixture.events(AccountUpsertedV1).map(({ id, document }) => [id, document.sync]));
  for (const plan of plans().values()) {
    expect(plan?.next_allowed_at).toBeNull();
    expect(Date.parse(plan?.backfill_completes_at ?? '')).toBeGreaterThan(Date.now());
  }

  const request = { connectionId: null, financialAccountIds };
  await Promise.all(Array.from({ length: 4 }, () => fixture.send(SyncAccounts, request)));
  await fixture.settled();
  expect(await asked()).toEqual(new Set([4]));
  const refused = await fixture.send(SyncAccounts, request);
  expect(refused).toEqual({ scheduled: 0, nextAllowedAt: expect.any(String) as string });
  expect(Date.parse(refused.nextAllowedAt ?? '')).toBeGreaterThan(Date.now());
  for (const plan of plans().values()) expect(plan?.next_allowed_at).not.toBeNull();
  await fixture.stopInstance();
  await fixture.startInstance();
  await fixture.settled();
  expect(await asked()).toEqual(new Set([4]));
});

it('an account that is due is synced once, by parallel and restarted instances', async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1000 }, { sync: { concurrency: 3 } });
  await fixture.startInstance();
  await fixture.connect('BERKA_20');
  await fixture.settled();
  const asked = async () =>
    (await ledger(fixture, 'BERKA_20')).map(({ requests }) => [requests.balances, requests.transactions]);
  const due = () => fixture.rows('update financial_accounts set next_sync_at = now()');
  const before = await asked();
  const plus = (calls: number) => before.map((counts) => counts.map((count = 0) => count + calls));

  await due();
  await fixture.settled();
  expect(await asked()).toEqual(plus(1));

  // No instance runs while they become due; then all start at once.
  await fixture.stopInstance();
  await fixture.stopInstance();
  await due();
  await Promise.all([fixture.startInstance(), fixture.startInstance(), fixture.startInstance()]);
  await fixture.settled();
  expect(await asked()).toEqual(plus(2));

  const next = await fixture.rows<{ in_hours: number }>(
    `select round(extract(epoch from next_sync_at - now()) / 3600)::int as in_hours from financial_accounts`,
  );
  expect(new Set(next.map(({ in_hours }) => in_hours))).toEqual(new Set([6]));
  expectPublishedOnce();
});

it('a restart during a backfill continues from the cursor', async () => {
  fixture = await IngestionFixture.start({}, { sync: { concurrency: 2 } });
  await fixture.fault({ kind: 'slow', delay_ms: 120, path: '/transactions/', times: null });
  await fixture.connect('BERKA_3');
  await eventually(async () => {
    const loading = await fixture.rows(`select 1 from financial_accounts where history_state = 'LOADING'`);
    expect(loading.length).toBeGreaterThan(0);
  });
  await fixture.stopInstance();
  const before = await fixture.rows<{ id: string; cursor: string }>(
    `select external_id as id, backfill_cursor::text as cursor from financial_accounts
      where history_state = 'LOADING'`,
  );
  expect(before.length).toBeGreaterThan(0);
  await fixture.control('DELETE', '/faults');
  await fixture.startInstance();
  await fixture.settled();

  expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
  // Each sync reads the newest window; saved ones of the others are not requested again.
  const asked = (await ledger(fixture, 'BERKA_3')).map(({ requests }) => requests.transactions ?? 0);
  expect(Math.max(...asked)).toBeLessThanOrEqual(7);
  expectPublishedOnce();
});

it('a second start within the period makes no calls', async () => {
  fixture = await IngestionFixture.start();
  await fixture.connect('BERKA_3');
  await fixture.settled();
  await fixture.stopInstance();
  await fixture.startInstance();
  await fixture.settled();
  const asked = (await ledger(fixture, 'BERKA_3')).map(({ requests }) => requests.transactions);
  expect(asked).toEqual([6, 6, 6]);
});

it('an instance that lost its lease writes no rows', async () => {
  fixture = await IngestionFixture.start();
  await fixture.fault({ kind: 'slow', delay_ms: 200, path: '/balances/', times: null });
  await fixture.connect('BERKA_1');
  await eventually(async () => {
    expect(await fixture.rows('select 1 from financial_accounts where lease_until is not null')).toHaveLength(
      1,
    );
  });
  await fixture.rows(
    `update financial_accounts set fence = fence + 1,
            lease_until = now() + interval '1 hour'`,
  );
  // All six windows on a fast machine; otherwise fewer, because it saves after a while and notices the lost lease.
  await eventually(async () => {
    const [account] = await ledger(fixture, 'BERKA_1');
    expect(account?.requests.transactions).toBeGreaterThan(0);
  });
  // Saves the read data before it ends.
  await fixture.stopInstance();
  expect(await storedIds(fixture)).toEqual([]);
  expect(await fixture.rows('select 1 from balances')).toEqual([]);
  expect(fixture.events(TransactionUpsertedV1)).toEqual([]);
});
