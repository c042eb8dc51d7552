import { eventually } from '@tributary/testing';
import { CALLER, IngestionFixture } from '../ingestion.fixture';

const OTHER_ID = 1_000_000;

let fixture: IngestionFixture;
afterEach(() => fixture.close());

/** Makes the account due, after those that already are. */
const due = (userId: number) =>
  fixture.rows(`update financial_accounts set next_sync_at = now() where user_id = $1 returning id`, [
    userId,
  ]);

const waiting = async (userId: number): Promise<number> => {
  const rows = await fixture.rows(
    `select id from financial_accounts where user_id = $1 and next_sync_at <= now()`,
    [userId],
  );
  return rows.length;
};

it('nineteen accounts whose bank does not answer keep no other user’s account from its sync', async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1000 }, { sync: { concurrency: 3 } });
  await fixture.connect('BERKA_20');
  await fixture.settled();
  const [other] = await fixture.rows<{ external_id: string }>(
    `update financial_accounts set user_id = ${OTHER_ID}
      where id = (select max(id) from financial_accounts) returning external_id`,
  );
  const slow = await fixture.rows<{ external_id: string }>(
    `select external_id from financial_accounts where user_id <> ${OTHER_ID}`,
  );
  expect(slow).toHaveLength(19);
  expect(other).toBeDefined();
  const path = slow.map(({ external_id }) => external_id).join('|');
  await fixture.fault({ kind: 'slow', delay_ms: 20_000, path, times: null });

  await due(CALLER.userId);
  await eventually(async () => {
    const begun = await fixture.rows(`select id from financial_accounts where lease_until > now()`);
    expect(begun.length).toBeGreaterThanOrEqual(3);
  });
  for (let time = 0; time < 3; time += 1) {
    await due(OTHER_ID);
    await eventually(async () => expect(await waiting(OTHER_ID)).toBe(0));
  }
  expect(await waiting(CALLER.userId)).toBe(19);
});

it('a user’s accounts are all synced, however many more than slots there are', async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1000 }, { sync: { concurrency: 2 } });
  await fixture.connect('BERKA_20');
  await fixture.settled();
  expect(await due(CALLER.userId)).toHaveLength(20);
  await eventually(async () => expect(await waiting(CALLER.userId)).toBe(0));
  const lost = await fixture.rows(`select id from financial_accounts where lost_syncs > 0`);
  expect(lost).toEqual([]);
});
