import {
  AccountUpsertedV1,
  DismissUnreadRows,
  ListUnreadRows,
  SyncAccounts,
  ownerOf,
} from '@tributary/contracts';
import { IngestionFixture } from '../ingestion.fixture';

const UNREADABLE = { path: '/transactions/', kind: 'bad_amount', value: '12,50' };
let fixture: IngestionFixture;
let connectionId: number;
let accountId: number;

beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
/** An account with two unreadable rows. */
beforeEach(async () => {
  await fixture.nextUser();
  await fixture.fault({ ...UNREADABLE, after: 1, times: 2 });
  const { connection } = await fixture.connect('BERKA_1');
  connectionId = connection.id;
  await fixture.settled();
  accountId = account()?.id ?? 0;
});
afterAll(() => fixture.close());

const account = () => fixture.events(AccountUpsertedV1).at(-1);
const listed = () => fixture.send(ListUnreadRows, { financialAccountId: accountId, page: 1, size: 10 });
const dismiss = (unreadRowId: number | null, caller = fixture.caller) =>
  fixture.send(DismissUnreadRows, { financialAccountId: accountId, unreadRowId }, caller);
async function sync(): Promise<void> {
  await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
}

it('a dismissed row no longer counts, and the account is healthy once none is left', async () => {
  const { rows, total } = await listed();
  expect(total).toBe(2);
  const one = await dismiss(rows[0]?.id ?? 0);
  expect(one.document).toMatchObject({ health: { status: 'DEGRADED' }, unread_rows: 1 });
  expect((await listed()).rows.map(({ id }) => id)).toEqual([rows[1]?.id]);
  const none = await dismiss(rows[1]?.id ?? 0);
  expect(none.document).toMatchObject({
    health: { status: 'HEALTHY', integrator_message: null },
    unread_rows: 0,
  });
  await fixture.settled();
  expect(account()).toEqual(none);
  expect(await listed()).toEqual({ rows: [], total: 0 });
});

it('all rows are dismissed at once, and there being none is no error', async () => {
  const all = await dismiss(null);
  expect(all.document).toMatchObject({ health: { status: 'HEALTHY' }, unread_rows: 0 });
  expect(await dismiss(null)).toEqual(all);
});

it('a dismissed row comes back only if the bank lists it again, still unreadable', async () => {
  await dismiss(null);
  await fixture.fault({ ...UNREADABLE, times: null });
  await sync();
  expect(account()?.document.health.status).toBe('DEGRADED');
  expect(account()?.document.unread_rows).toBeGreaterThan(0);
  await dismiss(null);
  await fixture.control('DELETE', '/faults');
  await sync();
  expect(account()?.document).toMatchObject({ health: { status: 'HEALTHY' }, unread_rows: 0 });
});

it('a row that is not there is not found, and no stranger dismisses any', async () => {
  const { rows } = await listed();
  const id = rows[0]?.id ?? 0;
  await expect(dismiss(id + 1000)).rejects.toThrow('Resource not found.');
  const { caller } = fixture;
  for (const stranger of [ownerOf(caller.userId + 1), { ...caller, accountIds: [999_999] }]) {
    await expect(dismiss(id, stranger)).rejects.toThrow('Resource not found.');
    await expect(dismiss(null, stranger)).rejects.toThrow('Resource not found.');
  }
  expect((await listed()).total).toBe(2);
});
