import { ActivateConnection, ReauthorizeConnection, UpdateAccount } from '@tributary/contracts';
import { addDays, utcDay } from '@tributary/money';
import { bankRows } from '../bank-truth';
import { IngestionFixture } from '../ingestion.fixture';
import { ledger } from '../provider-ledger';

const TODAY = utcDay(Date.now());
const ONE = 'BERKA_1';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1000 });
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

/** Returns the bank's days from that one on. */
async function bankDays(from: string): Promise<string[]> {
  const [account] = await bankRows(fixture, ONE);
  const days = (account?.booked ?? []).flatMap(({ bookingDate }) => bookingDate ?? []);
  return days.filter((day) => day >= from).sort();
}

async function storedDays(): Promise<string[]> {
  const rows = await fixture.rows<{ day: string }>(
    `select document->>'booking_date' as day from transactions where state = 'LIVE'`,
  );
  return rows.map(({ day }) => day).sort();
}

async function requests(): Promise<number> {
  const [account] = await ledger(fixture, ONE);
  return account?.requests.transactions ?? 0;
}

async function start(financialAccountId: number, sync_start_date: string | null) {
  const { document } = await fixture.send(UpdateAccount, { financialAccountId, config: { sync_start_date } });
  const { transactions_backfill_cursor: cursor } = document;
  await fixture.settled();
  return cursor;
}

it('an earlier start date loads the older history, and no transaction twice', async () => {
  const [first, second] = [addDays(TODAY, -120), addDays(TODAY, -300)];
  const { financialAccountIds } = await fixture.connect(ONE, { sync_start_date: first });
  const [account = 0] = financialAccountIds;
  await fixture.settled();
  expect(await storedDays()).toEqual(await bankDays(first));
  expect(await requests()).toBe(2);

  expect(await start(account, second)).toBe(first);
  expect(await storedDays()).toEqual(await bankDays(second));
  expect((await storedDays()).length).toBeGreaterThan((await bankDays(first)).length);
  // The newest window, as in every sync, and two older ones.
  expect(await requests()).toBe(5);

  expect(await start(account, null)).toBe(second);
  expect(await storedDays()).toEqual(await bankDays('0000-01-01'));
  const [history] = await fixture.rows('select history_state, backfill_cursor from financial_accounts');
  expect(history).toEqual({ history_state: 'COMPLETE', backfill_cursor: null });
});

it('a later start date loads and removes no transactions', async () => {
  const { financialAccountIds } = await fixture.connect(ONE);
  await fixture.settled();
  const before = [await storedDays(), await requests()];
  expect(await start(financialAccountIds[0] ?? 0, addDays(TODAY, -30))).toBeNull();
  expect([await storedDays(), await requests()]).toEqual(before);
});

it('a start date in the future loads no earlier transaction', async () => {
  await fixture.connect(ONE, { sync_start_date: addDays(TODAY, 30) });
  await fixture.settled();
  expect(await storedDays()).toEqual([]);
  const [account] = await fixture.rows<{ status: string }>(
    `select health->>'status' as status from financial_accounts`,
  );
  expect(account?.status).toBe('HEALTHY');
});

it('a consent for a longer time than the last one loads the additional history', async () => {
  const { connection } = await fixture.connect(ONE);
  await fixture.settled();
  const oldest = addDays(TODAY, -199);
  await fixture.rows('delete from transactions where booking_date < $1', [oldest]);
  await fixture.rows(`update connections set max_historical_days = 200, status = 'EXPIRED'`);
  expect(await storedDays()).toEqual(await bankDays(oldest));

  const redirectUrl = 'https://client.example/callback';
  const { link } = await fixture.send(ReauthorizeConnection, { connectionId: connection.id, redirectUrl });
  await fetch(link, { redirect: 'manual' });
  await fixture.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true });
  await fixture.settled();
  expect(await storedDays()).toEqual(await bankDays('0000-01-01'));
});
