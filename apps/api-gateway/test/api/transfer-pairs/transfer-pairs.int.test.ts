import {
  AccountUpsertedV1,
  CreateTransferPair,
  DecideTransferPair,
  EventPayload,
  MergeTransactions,
  Problem,
  TransactionChanges,
  TransactionShapedV1,
  TransferPairUpsertedV1,
  UndoMerge,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('pairs@example.com');
  token = await gateway.token({ userId });
  for (const id of [17, 18]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
  await gateway.publish(
    TransactionShapedV1,
    17,
    shapedOf(userId, 17, [transactionOf(1001), transactionOf(1003)]),
  );
  await gateway.publish(TransactionShapedV1, 18, shapedOf(userId, 18, [transactionOf(1002)]));
  await publish(1, 'PROPOSED');
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

type Pair = EventPayload<typeof TransferPairUpsertedV1>;

function pairOf(version: number, status: Pair['document']['status']): Pair {
  const { sample } = TransferPairUpsertedV1;
  return { ...sample, version, userId, document: { ...sample.document, status } };
}

const publish = (version: number, status: Pair['document']['status']): Promise<void> =>
  gateway.publish(TransferPairUpsertedV1, 44, pairOf(version, status));

const PAIRS = '/finance/transfer-pairs';
const send = (method: string, path: string, body?: unknown, by = token) =>
  gateway.request<{ data: unknown }>(`/api/v1${path}`, { method, body, token: by });

async function ids(path: string, by = token): Promise<string[]> {
  const { body } = await send('GET', path, undefined, by);
  return (body.data as { id: string }[]).map(({ id }) => id);
}

it('a pair is shown to tokens that see both accounts, and to no other', async () => {
  const pair = {
    id: '44',
    status: 'PROPOSED',
    origin: 'MATCHED',
    days: '1',
    outgoing: { transaction_id: '1001', financial_account_id: '17' },
    incoming: { transaction_id: '1002', financial_account_id: '18' },
  };
  expect(await send('GET', `${PAIRS}/44`)).toMatchObject({ status: 200, body: { data: pair } });
  const both = await gateway.token({ userId, accountIds: [17, 18] });
  const one = await gateway.token({ userId, accountIds: [17] });
  for (const path of [
    PAIRS,
    `${PAIRS}?filter[transaction_id]=1002`,
    `${PAIRS}?filter[financial_account_id]=17`,
  ]) {
    expect(await ids(path, both)).toEqual(['44']);
    expect(await ids(path, one)).toEqual([]);
  }
  expect(await ids(`${PAIRS}?filter[transaction_id]=1003`)).toEqual([]);
  expect((await send('GET', `${PAIRS}/44`, undefined, one)).status).toBe(404);
});

it('what its owner answers can be read at once, and the list of transactions tells transfers from the rest', async () => {
  owner = await gateway.playOwner(
    fake(DecideTransferPair, ({ status }) => ({ pair: pairOf(2, status), changes: [] })),
    fake(CreateTransferPair, () => {
      throw Problem.conflict('The transactions have different amounts.');
    }),
  );
  const TRANSFERS = '/finance/transactions?filter[is_own_transfer]';
  expect(await ids(`${TRANSFERS}=true`)).toEqual([]);
  const answer = await send('PUT', `${PAIRS}/44`, { status: 'CONFIRMED' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'Transfer pair updated.', data: { id: '44', status: 'CONFIRMED' } },
  });
  expect(await ids(`${TRANSFERS}=true&sort=id`)).toEqual(['1001', '1002']);
  expect(await ids(`${TRANSFERS}=false`)).toEqual(['1003']);
  const body = { transaction_id: '1001', counterpart_transaction_id: '1002' };
  expect(await send('POST', PAIRS, body)).toMatchObject({
    status: 409,
    body: { message: 'The transactions have different amounts.' },
  });
  for (const wrong of [{}, { status: 'PROPOSED' }, { status: 'CONFIRMED', days: '1' }]) {
    expect((await send('PUT', `${PAIRS}/44`, wrong)).status).toBe(422);
  }
});

it('a merge names the other transaction, and answers with the one that stays', async () => {
  const asked: unknown[] = [];
  const nothing: TransactionChanges = {
    financialAccountId: 17,
    userId,
    upserted: [],
    removed: [{ id: 1003, version: 2 }],
    settlements: [],
  };
  owner = await gateway.playOwner(
    fake(MergeTransactions, (payload) => {
      asked.push(payload);
      return nothing;
    }),
    fake(UndoMerge, (payload) => {
      asked.push(payload);
      return { ...nothing, removed: [] };
    }),
  );
  const merged = await send('POST', '/finance/transactions/1001/merge', { transaction_id: '1003' });
  expect(merged).toMatchObject({
    status: 200,
    body: { message: 'Transactions merged.', data: { id: '1001' } },
  });
  expect((await send('GET', '/finance/transactions/1003')).status).toBe(404);
  const undone = await send('DELETE', '/finance/transactions/1001/merge');
  expect(undone).toMatchObject({ status: 200, body: { message: 'Merge undone.', data: { id: '1001' } } });
  expect(asked).toEqual([{ transactionId: 1001, otherTransactionId: 1003 }, { transactionId: 1001 }]);
});
