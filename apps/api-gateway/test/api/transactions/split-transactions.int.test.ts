import {
  AccountUpsertedV1,
  JoinTransaction,
  Problem,
  ShapedTransaction,
  SplitTransaction,
  TransactionShapedV1,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;

const PATH = '/finance/transactions';
const SPLIT = { amount: '-50.00', currency: 'EUR', parts: ['2', '3'] };
const PARTS = { parts: [{ amount: '-30.00', mapped_fields: { payee: 'Food' } }, { amount: '-20.00' }] };

function wholeOf(id: number, status: 'CONFIRMED' | 'NEEDS_REVIEW'): ShapedTransaction {
  return transactionOf(id, { amount: '-50.00', split: { status, ...SPLIT } });
}
const partOf = (id: number, whole: number) =>
  transactionOf(id, { amount: '-30.00', split_of: String(whole) });

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('splits@example.com');
  token = await gateway.token({ userId });
  for (const id of [17, 18]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
  const transactions = [
    wholeOf(1, 'CONFIRMED'),
    partOf(2, 1),
    partOf(3, 1),
    transactionOf(4),
    wholeOf(5, 'NEEDS_REVIEW'),
    partOf(6, 5),
  ];
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, transactions));
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

const send = (method: string, path: string, body?: unknown, by = token) =>
  gateway.request(`/api/v1${path}`, { method, body, token: by });
const ids = async (query: string, by = token) =>
  (await gateway.list(`${PATH}?sort=id&${query}`, by)).body.data.map(({ id }) => Number(id));

describe('the list of transactions', () => {
  it('has what counts: parts instead of what was split, with a total of these', async () => {
    expect(await ids('')).toEqual([2, 3, 4, 6]);
    for (const query of ['', 'filter[financial_account_id]=17', 'sort=amount', 'filter[amount_max]=0']) {
      const { body } = await gateway.list(`${PATH}?${query}`, token);
      expect([query, body.meta?.total, body.data.length]).toEqual([query, 4, 4]);
    }
  });

  it('has split ones where they are asked for, and those that need a review', async () => {
    expect(await ids('filter[split]=SPLIT')).toEqual([1, 5]);
    expect(await ids('filter[split]=REVIEW')).toEqual([5]);
    expect(await ids('filter[split]=PART')).toEqual([2, 3, 6]);
    expect(await ids('filter[split]=NONE')).toEqual([4]);
    expect(await ids('filter[split]=NONE,PART,SPLIT')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await ids('filter[id]=1,2')).toEqual([1, 2]);
  });

  it('has split ones among the changes that a client follows', async () => {
    expect(await ids('filter[updated_after]=2020-01-01T00:00:00Z')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has a split one and its parts for those who may see its account alone', async () => {
    const restricted = await gateway.token({ userId, accountIds: [18] });
    expect(await ids('filter[split]=SPLIT,PART', restricted)).toEqual([]);
    for (const id of [1, 2]) expect((await gateway.get(`${PATH}/${id}`, restricted)).status).toBe(404);
  });
});

it('a split transaction and its part are shown by their ids, each with the other’s', async () => {
  expect((await gateway.get(`${PATH}/1`, token)).body.data).toMatchObject({
    split: { status: 'CONFIRMED', ...SPLIT },
  });
  expect((await gateway.get(`${PATH}/2`, token)).body.data).toMatchObject({ split_of: '1' });
});

it('what a token may not see of a transaction it sees of none of its parts', async () => {
  const reader = await gateway.token({ userId, scopes: ['transactions:read'] });
  const hidden = { debtor: { name: 'Maija Meikäläinen', iban: 'FI01' }, holder: 'debtor' as const };
  const part = { amount: '10.00', split_of: '9' };
  await gateway.publish(
    TransactionShapedV1,
    18,
    shapedOf(userId, 18, [
      transactionOf(9, { ...hidden, amount: '-50.00' }),
      transactionOf(10, { ...hidden, ...part }),
    ]),
  );
  for (const id of [9, 10]) {
    const text = JSON.stringify((await gateway.get(`${PATH}/${id}`, reader)).body.data);
    expect(text).not.toMatch(/Maija|FI01|holder/);
  }
});

describe('splitting over REST', () => {
  it('sends the parts to their owner and shows what it made at once; joining takes them away', async () => {
    const asked: unknown[] = [];
    const at = '2026-03-02T06:10:00.000Z';
    const { raw } = transactionOf(4);
    const changed = (id: number, version: number, change: object = {}) => ({
      id,
      version,
      createdAt: at,
      updatedAt: at,
      document: { ...raw, ...change },
    });
    const changes = { financialAccountId: 17, userId, settlements: [] };
    const split = { status: 'CONFIRMED' as const, ...SPLIT, parts: ['7', '8'] };
    owner = await gateway.playOwner(
      fake(SplitTransaction, (payload) => {
        asked.push(payload);
        const parts = [changed(7, 1, { split_of: '4' }), changed(8, 1, { split_of: '4' })];
        return { ...changes, upserted: [changed(4, 2, { split }), ...parts], removed: [] };
      }),
      fake(JoinTransaction, () => ({
        ...changes,
        upserted: [changed(4, 3)],
        removed: [7, 8].map((id) => ({ id, version: 2 })),
      })),
    );
    expect(await send('POST', `${PATH}/4/split`, PARTS)).toMatchObject({
      status: 200,
      body: { message: 'Transaction split.', data: { id: '4', split } },
    });
    expect(asked).toEqual([{ transactionId: 4, ...PARTS }]);
    expect(await ids('filter[id]=4,7,8&filter[split]=PART')).toEqual([7, 8]);
    expect(await ids('')).toEqual(expect.not.arrayContaining([4]));
    const joined = await send('DELETE', `${PATH}/4/split`);
    expect(joined).toMatchObject({
      status: 200,
      body: { message: 'Transaction joined.', data: { id: '4' } },
    });
    expect(joined.body.data).not.toHaveProperty('split');
    expect(await ids('filter[id]=4,7,8')).toEqual([4]);
  });

  it.each([
    [{}, 'parts'],
    [{ parts: [{ amount: '-50.00' }] }, 'parts'],
    [{ parts: Array.from({ length: 51 }, () => ({ amount: '-1.00' })) }, 'parts'],
    [{ parts: [{ amount: -30 }, { amount: '-20.00' }] }, 'parts.0.amount'],
    [{ parts: [{ amount: '-30.00', currency: 'EUR' }, { amount: '-20.00' }] }, 'parts.0.currency'],
    [
      { parts: [{ amount: '-30.00', mapped_fields: { payee: 7 } }, { amount: '-20.00' }] },
      'parts.0.mapped_fields.payee',
    ],
  ])('refuses %j by its field', async (body, field) => {
    const answer = await send('POST', `${PATH}/4/split`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
  });

  it('passes on why the owner refuses, and needs transactions:write', async () => {
    owner = await gateway.playOwner(
      fake(SplitTransaction, () => {
        throw Problem.invalid({ parts: ['The parts add up to -49.00; …'] });
      }),
      fake(JoinTransaction, () => {
        throw Problem.conflict('The transaction is not split: it has no parts to join.');
      }),
    );
    expect(await send('POST', `${PATH}/4/split`, PARTS)).toMatchObject({
      status: 422,
      body: { errors: { parts: ['The parts add up to -49.00; …'] } },
    });
    expect((await send('DELETE', `${PATH}/4/split`)).status).toBe(409);
    const reader = await gateway.token({ userId, scopes: ['transactions:read'] });
    for (const method of ['POST', 'DELETE']) {
      expect((await send(method, `${PATH}/4/split`, PARTS, reader)).status).toBe(403);
    }
  });
});
