import {
  BalanceSnapshottedV1,
  Caller,
  CommandPayload,
  DestinationUpsertedV1,
  KeepPausedInTransferEngine,
  ownerOf,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  UpdateDestination,
} from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';
import { eventually } from '@tributary/testing';
import { ConnectionDisabledError, leaseUnit, permitRequest } from '../../src/transfers/dispatch/unit-claims';
import { ACCOUNT_ID, shaped, TransferEngineFixture, USER } from '../transfer-engine.fixture';

const OTHER = ownerOf(2);

let fixture: TransferEngineFixture;
let connectionId: number;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start({ dispatch: { rowsMax: 20 } });
});
afterEach(() => fixture.close());

type Settings = Omit<CommandPayload<typeof UpdateDestination>, 'destinationType' | 'connectionId'>;

const set = (settings: Settings, caller: Caller = USER) =>
  fixture.send(UpdateDestination, { destinationType: 'BUDGETA', connectionId, ...settings }, caller);

const documentOf = async (answer: ReturnType<typeof set>) => (await answer).resources[0]?.document;

const transactions = (count: number, linkId: number, from = 1) =>
  Array.from({ length: count }, (_, position) => shaped(from + position, [linkId]));

const carried = async (): Promise<number> => (await fixture.ledger()).filter((row) => row.import_id).length;

test('a connection is renamed and published; what is not sent keeps its value, and the same again publishes nothing', async () => {
  ({ connectionId } = await fixture.connect());
  expect(await documentOf(set({ name: 'Ours' }))).toMatchObject({
    name: 'Ours',
    enabled: true,
    sync_balances: true,
  });
  expect(await documentOf(set({ enabled: false }))).toMatchObject({ name: 'Ours', enabled: false });
  await fixture.idle();
  const published = fixture.of(DestinationUpsertedV1).length;
  await set({ name: 'Ours', enabled: false });
  await fixture.idle();
  expect(fixture.of(DestinationUpsertedV1)).toHaveLength(published);
  expect(fixture.of(DestinationUpsertedV1).at(-1)?.resources[0]?.document).toMatchObject({ enabled: false });
});

test('the links of a disabled connection carry nothing, those of others go on; what waits goes out once when it is enabled', async () => {
  const own = await fixture.linked();
  connectionId = own.connectionId;
  const others = await fixture.linked({ financialAccountId: 18 }, OTHER);
  await set({ enabled: false });
  await fixture.shape(transactions(30, own.link.id));
  await fixture.publish(TransactionShapedV1, 18, {
    financialAccountId: 18,
    userId: OTHER.userId,
    cause: 'INGESTED',
    transactions: transactions(1, others.link.id, 1000),
  });
  await eventually(async () => expect(await carried()).toBe(1));
  const waiting = (await fixture.states()).filter(({ transactionId }) => transactionId < 1000);
  expect(waiting.map(({ state }) => state)).toEqual(Array.from({ length: 30 }, () => 'PENDING'));
  await set({ enabled: true });
  await fixture.idle();
  expect(await carried()).toBe(31);
  expect(await fixture.summary()).toMatchObject({ duplicates_refused: 0 });
});

test('disabled and enabled over and over while rows go out and answers are lost: nothing is lost, nothing is there twice', async () => {
  const { link, ...own } = await fixture.linked();
  connectionId = own.connectionId;
  const sending = (async () => {
    for (let part = 0; part < 20; part += 1) await fixture.shape(transactions(20, link.id, part * 20 + 1));
  })();
  for (let turn = 0; turn < 12; turn += 1) {
    if (turn % 3 === 0) await fixture.fault({ kind: 'drop_after_accept', path: 'POST' });
    await set({ enabled: turn % 2 === 1 });
  }
  await sending;
  await fixture.idle();
  const rows = (await fixture.ledger()).filter((row) => row.import_id && !row.deleted);
  expect(rows).toHaveLength(400);
  expect(new Set(rows.map((row) => row.import_id)).size).toBe(400);
});

test('whoever has claimed a unit makes no further request once its connection is disabled', async () => {
  const { link, ...own } = await fixture.linked();
  connectionId = own.connectionId;
  await fixture.shape(transactions(1, link.id));
  await fixture.idle();
  const [unit] = await fixture.database.query<{ id: number }>(
    'select unit_id as id from transfers where link_id = $1',
    [link.id],
  );
  const box = new SecretBox(fixture.config.encryptionKey);
  const claim = await leaseUnit(fixture.database, box, unit?.id ?? 0, 10_000);
  if (!claim) throw new Error('the unit was not free');
  const settings = { leaseMs: 10_000, windows: [] };
  await permitRequest(fixture.database, claim, settings);
  await set({ enabled: false });
  await expect(permitRequest(fixture.database, claim, settings)).rejects.toThrow(ConnectionDisabledError);
});

test('balances wait while the connection carries none, and the last one is written when it does again', async () => {
  const own = await fixture.linked({ syncMode: 'TRANSACTIONS_AND_BALANCE' });
  connectionId = own.connectionId;
  const balance = () => fixture.of(TransferLinkUpsertedV1).at(-1)?.document.balance;
  await set({ syncBalances: false });
  for (const [version, cleared] of [
    [1, '10.00'],
    [2, '20.00'],
  ] as const) {
    await fixture.publish(BalanceSnapshottedV1, ACCOUNT_ID, {
      ...BalanceSnapshottedV1.sample,
      financialAccountId: ACCOUNT_ID,
      userId: USER.userId,
      version,
      cleared,
    });
  }
  await fixture.shape(transactions(1, own.link.id));
  await fixture.idle();
  expect(balance()).toMatchObject({ state: 'PENDING', cleared: '20.00' });
  expect(await carried()).toBe(1);
  await set({ syncBalances: true });
  await eventually(() => expect(balance()).toMatchObject({ state: 'WRITTEN', cleared: '20.00' }));
});

test('connecting again with new credentials leaves a disabled connection disabled', async () => {
  ({ connectionId } = await fixture.connect());
  await set({ enabled: false });
  await fixture.connect();
  expect(await documentOf(set({ name: 'Ours' }))).toMatchObject({ enabled: false });
});

test('one that pauses with its maker cannot be enabled; disabled meanwhile, it stays so when its owner keeps it', async () => {
  ({ connectionId } = await fixture.connect());
  const pause = { reason: 'GRANT_ENDED', since: new Date().toISOString(), by: 'Buddy', wasOn: true };
  await fixture.database.execute(
    'update destination_connections set paused = $2, enabled = false where id = $1',
    [connectionId, JSON.stringify(pause)],
  );
  await expect(set({ enabled: true })).rejects.toMatchObject({ detail: { kind: 'conflict' } });
  await set({ enabled: false });
  await fixture.send(KeepPausedInTransferEngine, { kind: 'destination-connection', id: connectionId });
  expect(await documentOf(set({ name: 'Ours' }))).toMatchObject({ enabled: false });
  expect(await documentOf(set({ enabled: true }))).toMatchObject({ enabled: true });
});

test('disabling takes no more than the scope of the route; enabling takes what the links carry', async () => {
  ({ connectionId } = await fixture.linked());
  const app = {
    ...USER,
    scopes: ['destinations:write'],
    grant: { id: 'app:1', version: 1, expiresAt: null },
  };
  expect(await documentOf(set({ enabled: false, syncBalances: false }, app))).toMatchObject({
    enabled: false,
  });
  const forbidden = { detail: { kind: 'forbidden' } };
  await expect(set({ enabled: true }, app)).rejects.toMatchObject(forbidden);
  await expect(set({ syncBalances: true }, app)).rejects.toMatchObject(forbidden);
  await expect(set({ name: 'x' }, OTHER)).rejects.toMatchObject({ detail: { kind: 'not_found' } });
});
