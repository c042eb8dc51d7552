import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import {
  AccountUpsertedV1,
  ConnectBySetupToken,
  SyncAccounts,
  TransactionDocument,
  TransactionRemovedV1,
  TransactionUpsertedV1,
  UpdateAccount,
} from '@tributary/contracts';
import { IngestionFixture } from '../ingestion.fixture';
import { SIMPLEFIN_TEST_CONFIG } from '../providers/simplefin/simplefin.subject';

const ZONE = 'America/New_York';
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** Returns the time this number of days ago, at an hour of UTC, in seconds. */
const at = (daysAgo: number, hour: number, minute = 30): number => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS;
  return midnight / SECOND_MS + hour * 3600 + minute * 60;
};
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

interface Row {
  id?: string;
  posted: number;
  amount: string;
  description: string;
  transacted_at?: number;
  pending?: boolean;
}

let rows: Row[] = [];
let server: Server;
let fixture: IngestionFixture;
let connectionId = 0;
let accountId = 0;

beforeAll(async () => {
  fixture = await IngestionFixture.start({}, { providers: { SIMPLEFIN: SIMPLEFIN_TEST_CONFIG } });
});
beforeEach(async () => {
  rows = [];
  server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url === '/claim') return response.end(`http://user:secret@127.0.0.1:${port}`);
    const account = { id: 'ACT-1', name: 'Checking', currency: 'USD', balance: '1.00', transactions: rows };
    const { searchParams } = new URL(request.url ?? '', 'http://bank.example');
    const wanted = searchParams.has('balances-only') ? { ...account, transactions: [] } : account;
    const org = { name: 'Bank', domain: 'bank.example' };
    response.end(JSON.stringify({ errors: [], accounts: [{ ...wanted, org }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await fixture.nextUser();
});
afterEach(() => new Promise((resolve) => server.close(resolve)));
afterAll(() => fixture.close());

async function connect(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const { connection, financialAccountIds } = await fixture.send(ConnectBySetupToken, {
    provider: 'SIMPLEFIN',
    institutionExternalId: 'SIMPLEFIN',
    setupToken: Buffer.from(`http://127.0.0.1:${port}/claim`).toString('base64'),
    reference: null,
    accountConfig: { sync_pending_transactions: true },
  });
  connectionId = connection.id;
  accountId = financialAccountIds[0] ?? 0;
  await fixture.settled();
}

async function sync(): Promise<void> {
  // A day has fewer syncs than the test.
  await fixture.rows('delete from allowances');
  await fixture.rows('update financial_accounts set next_allowed_at = null');
  await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
}

async function setZone(timeZone: string | null): Promise<void> {
  await fixture.send(UpdateAccount, { financialAccountId: accountId, timeZone });
  await fixture.settled();
}

const published = () => [
  ...fixture.events(TransactionUpsertedV1).flatMap(({ transactions }) => transactions),
  ...fixture.events(TransactionRemovedV1),
];

const stored = () =>
  fixture.rows<{ name: string; day: string; document: TransactionDocument; content_hash: string }>(
    `select document->'remittance_information'->>'unstructured' as name, day::text, document, content_hash
       from transactions where state = 'LIVE' order by id`,
  );
const days = async () => (await stored()).map(({ name, day: of }) => [name, of]);

it('a row that is new has the day of its account’s zone; a changed zone adds, doubles and sends nothing', async () => {
  rows = [
    { id: 'T1', posted: at(5, 3), amount: '-1.00', description: 'late' },
    { id: 'T2', posted: at(5, 15), amount: '-2.00', description: 'noon' },
    { id: 'T3', posted: at(5, 0, 0), amount: '-3.00', description: 'a day without time' },
    { posted: at(4, 2), amount: '-4.00', description: 'without id' },
    { posted: at(4, 1), amount: '-4.00', description: 'without id' },
    { id: 'P1', posted: 0, transacted_at: at(2, 3), amount: '-5.00', description: 'pending' },
  ];
  await connect();
  const before = await stored();
  expect(before).toHaveLength(6);
  const events = published().length;

  for (const zone of [ZONE, 'Pacific/Kiritimati', null, ZONE]) {
    await setZone(zone);
    await sync();
    expect(await stored()).toEqual(before);
  }
  expect(published()).toHaveLength(events);

  rows.push(
    { id: 'T4', posted: at(5, 3), amount: '-7.00', description: 'new and late' },
    { id: 'T5', posted: at(3, 0, 0), amount: '-8.00', description: 'new day without time' },
    { posted: at(4, 3), amount: '-4.00', description: 'without id' },
    { posted: at(5, 6), amount: '-4.00', description: 'without id' },
  );
  for (let round = 0; round < 2; round += 1) {
    await sync();
    expect((await days()).slice(6).sort()).toEqual(
      [
        ['new and late', day(6)],
        ['new day without time', day(3)],
        ['without id', day(5)],
        ['without id', day(5)],
      ].sort(),
    );
    expect((await stored()).slice(0, 6)).toEqual(before);
  }
  expect(published()).toHaveLength(events + 4);
});

it('a row whose id was renewed after the zone was changed is still the stored one', async () => {
  rows = [{ id: 'T1', posted: at(5, 3), amount: '-1.00', description: 'late' }];
  await connect();
  await setZone(ZONE);
  rows = [{ id: 'T9', posted: at(5, 3), amount: '-1.00', description: 'late' }];
  await sync();
  expect(await days()).toEqual([['late', day(5)]]);
});

it('a pending entry is settled over a changed zone', async () => {
  rows = [{ id: 'P1', posted: 0, transacted_at: at(2, 3), amount: '-5.00', description: 'shop' }];
  await connect();
  await setZone(ZONE);
  rows = [{ id: 'P1', posted: at(1, 3), transacted_at: at(2, 3), amount: '-5.00', description: 'shop' }];
  await sync();
  await sync();
  const [one, ...others] = await stored();
  expect(others).toEqual([]);
  expect(one?.document).toMatchObject({ booked: true, booking_date: day(2), value_date: day(2) });
});

it('a process that ends between the change and the sync changes nothing of it', async () => {
  rows = [{ id: 'T1', posted: at(5, 3), amount: '-1.00', description: 'late' }];
  await connect();
  await setZone(ZONE);
  await fixture.stopInstance();
  rows.push({ id: 'T2', posted: at(5, 3), amount: '-2.00', description: 'new' });
  await fixture.startInstance();
  await sync();
  expect(await days()).toEqual([
    ['late', day(5)],
    ['new', day(6)],
  ]);
});

it('a zone that does not exist is refused, and the account says which one it has', async () => {
  await connect();
  await expect(setZone('Mars/Olympus')).rejects.toThrow('Europe/Helsinki');
  await setZone(ZONE);
  expect(fixture.events(AccountUpsertedV1).at(-1)?.document.time_zone).toBe(ZONE);
  await setZone(null);
  expect(fixture.events(AccountUpsertedV1).at(-1)?.document.time_zone).toBeNull();
});

it('an account of a country with one clock has its zone from the start', async () => {
  await fixture.connect('BERKA_1');
  await fixture.settled();
  const { document } = fixture.events(AccountUpsertedV1).at(-1) ?? {};
  const [institution] = await fixture.rows<{ country: string }>(
    `select document->>'country' as country from institutions where external_id = 'BERKA_1'`,
  );
  expect([institution?.country, document?.time_zone]).toEqual(['CZ', 'Europe/Prague']);
});
