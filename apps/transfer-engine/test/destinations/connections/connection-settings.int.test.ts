import {
  BalanceSnapshottedV1,
  Caller,
  CommandPayload,
  DestinationUpsertedV1,
  KeepPausedInTransferEngine,
  TransferLinkUpsertedV1,
  UpdateDestination,
} from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';
import { eventually } from '@tributary/testing';
import {
  ConnectionDisabledError,
  leaseUnit,
  permitRequest,
} from '../../../src/transfers/dispatch/units/unit-claims';
import { TestUser } from '../../test-user.fixture';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;
let connectionId: number;

beforeAll(async () => {
  service = await TransferEngineFixture.start({ dispatch: { rowsMax: 20 } });
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

type Settings = Omit<CommandPayload<typeof UpdateDestination>, 'destinationType' | 'connectionId'>;

const set = (settings: Settings, caller: Caller = user.caller) =>
  user.send(UpdateDestination, { destinationType: 'BUDGETA', connectionId, ...settings }, caller);

const documentOf = async (answer: ReturnType<typeof set>) => (await answer).resources[0]?.document;

const transactions = (count: number, linkId: number, from = 1) =>
  Array.from({ length: count }, (_, position) => shaped(from + position, [linkId]));

const carried = async (whose = user): Promise<number> =>
  (await whose.ledger()).filter((row) => row.import_id).length;

test('a connection is renamed and published; what is not sent keeps its value, and the same again publishes nothing', async () => {
  ({ connectionId } = await user.connect());
  expect(await documentOf(set({ name: 'Ours' }))).toMatchObject({
    name: 'Ours',
    enabled: true,
    sync_balances: true,
  });
  expect(await documentOf(set({ enabled: false }))).toMatchObject({ name: 'Ours', enabled: false });
  await user.idle();
  const published = user.of(DestinationUpsertedV1).length;
  await set({ name: 'Ours', enabled: false });
  await user.idle();
  expect(user.of(DestinationUpsertedV1)).toHaveLength(published);
  expect(user.of(DestinationUpsertedV1).at(-1)?.resources[0]?.document).toMatchObject({ enabled: false });
});

test('the links of a disabled connection carry nothing, those of others go on; what waits goes out once when it is enabled', async () => {
  const own = await user.linked();
  connectionId = own.connectionId;
  const other = await TestUser.of(service);
  const others = await other.linked();
  await set({ enabled: false });
  await user.shape(transactions(30, own.link.id));
  await other.shape(transactions(1, others.link.id));
  await eventually(async () => expect(await carried(other)).toBe(1));
  expect(await carried()).toBe(0);
  const waiting = await user.states();
  expect(waiting.map(({ state }) => state)).toEqual(Array.from({ length: 30 }, () => 'PENDING'));
  await set({ enabled: true });
  await user.idle();
  expect(await carried()).toBe(30);
  expect(await user.summary()).toMatchObject({ duplicates_refused: 0 });
});

test('disabled and enabled over and over while rows go out and answers are lost: nothing is lost, nothing is there twice', async () => {
  const { link, ...own } = await user.linked();
  connectionId = own.connectionId;
  const sending = (async () => {
    for (let part = 0; part < 20; part += 1) await user.shape(transactions(20, link.id, part * 20 + 1));
  })();
  for (let turn = 0; turn < 12; turn += 1) {
    if (turn % 3 === 0) await user.fault({ kind: 'drop_after_accept', path: 'POST' });
    await set({ enabled: turn % 2 === 1 });
  }
  await sending;
  await user.idle();
  const rows = (await user.ledger()).filter((row) => row.import_id && !row.deleted);
  expect(rows).toHaveLength(400);
  expect(new Set(rows.map((row) => row.import_id)).size).toBe(400);
});

test('whoever has claimed a unit makes no further request once its connection is disabled', async () => {
  const { link, ...own } = await user.linked();
  connectionId = own.connectionId;
  await user.shape(transactions(1, link.id));
  await user.idle();
  const [unit] = await user.database.query<{ id: number }>(
    'select unit_id as id from transfers where link_id = $1',
    [link.id],
  );
  const box = new SecretBox(service.config.encryptionKey);
  const claim = await leaseUnit(user.database, box, unit?.id ?? 0, 10_000);
  if (!claim) throw new Error('the unit was not free');
  const settings = { windows: [] };
  await permitRequest(user.database, claim, settings);
  await set({ enabled: false });
  await expect(permitRequest(user.database, claim, settings)).rejects.toThrow(ConnectionDisabledError);
});

test('balances wait while the connection carries none, and the last one is written when it does again', async () => {
  const own = await user.linked({ sync_mode: 'TRANSACTIONS_AND_BALANCE' });
  connectionId = own.connectionId;
  const balance = () => user.of(TransferLinkUpsertedV1).at(-1)?.document.balance;
  await set({ syncBalances: false });
  for (const [version, cleared] of [
    [1, '10.00'],
    [2, '20.00'],
  ] as const) {
    await service.publish(BalanceSnapshottedV1, user.accountId, {
      ...BalanceSnapshottedV1.sample,
      financialAccountId: user.accountId,
      userId: user.id,
      version,
      cleared,
    });
  }
  await user.shape(transactions(1, own.link.id));
  await user.idle();
  expect(balance()).toMatchObject({ state: 'PENDING', cleared: '20.00' });
  expect(await carried()).toBe(1);
  await set({ syncBalances: true });
  await eventually(() => expect(balance()).toMatchObject({ state: 'WRITTEN', cleared: '20.00' }));
});

test('connecting again with new credentials leaves a disabled connection disabled', async () => {
  ({ connectionId } = await user.connect());
  await set({ enabled: false });
  await user.connect();
  expect(await documentOf(set({ name: 'Ours' }))).toMatchObject({ enabled: false });
});

test('one that pauses with its maker cannot be enabled; disabled meanwhile, it stays so when its owner keeps it', async () => {
  ({ connectionId } = await user.connect());
  const pause = { reason: 'GRANT_ENDED', since: new Date().toISOString(), by: 'Buddy', wasOn: true };
  await user.database.execute(
    'update destination_connections set paused = $2, enabled = false where id = $1',
    [connectionId, JSON.stringify(pause)],
  );
  await expect(set({ enabled: true })).rejects.toMatchObject({ detail: { kind: 'conflict' } });
  await set({ enabled: false });
  await user.send(KeepPausedInTransferEngine, { kind: 'destination-connection', id: connectionId });
  expect(await documentOf(set({ name: 'Ours' }))).toMatchObject({ enabled: false });
  expect(await documentOf(set({ enabled: true }))).toMatchObject({ enabled: true });
});

test('disabling takes no more than the scope of the route; enabling takes what the links carry', async () => {
  ({ connectionId } = await user.linked());
  const app = {
    ...user.caller,
    scopes: ['destinations:write'],
    grant: { id: 'app:1', version: 1, expiresAt: null },
  };
  expect(await documentOf(set({ enabled: false, syncBalances: false }, app))).toMatchObject({
    enabled: false,
  });
  const forbidden = { detail: { kind: 'forbidden' } };
  await expect(set({ enabled: true }, app)).rejects.toMatchObject(forbidden);
  await expect(set({ syncBalances: true }, app)).rejects.toMatchObject(forbidden);
  const { caller: other } = await TestUser.of(service);
  await expect(set({ name: 'x' }, other)).rejects.toMatchObject({ detail: { kind: 'not_found' } });
});
