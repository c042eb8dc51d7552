import {
  AccountUpsertedV1,
  BulkOutcome,
  CreateTransactions,
  DeleteTransactions,
  TransactionShapedV1,
  UpdateTransactions,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, FakeCommand, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('bulk@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  await gateway.publish(
    TransactionShapedV1,
    17,
    shapedOf(userId, 17, [transactionOf(1001), transactionOf(1002)]),
  );
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

const PATH = '/api/v1/finance/transactions/bulk';
const send = (method: string, body: unknown, key?: string) =>
  gateway.request(PATH, {
    method,
    body,
    token,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

const done = (transactionId: number): BulkOutcome => ({
  transactionId,
  error: null,
  message: 'Done.',
  errors: {},
});
const missing: BulkOutcome = {
  transactionId: null,
  error: 'not_found',
  message: 'Resource not found.',
  errors: {},
};
const play = async (command: FakeCommand) => {
  owner = await gateway.playOwner(command);
};
const item = (change: object = {}) => ({
  financial_account_id: '17',
  amount: '-12.50',
  booking_date: '2026-03-02',
  ...change,
});

interface Results {
  readonly results: readonly Record<string, unknown>[];
}
const resultsOf = ({ body }: { body: Record<string, unknown> }) => (body['data'] as Results).results;

describe('transactions in bulk', () => {
  it('that are added have a result each, in the order of the request, and those that were added are shown', async () => {
    const asked: unknown[] = [];
    await play(
      fake(CreateTransactions, ({ items }) => {
        asked.push(...items);
        return { outcomes: [done(1001), missing, done(1002)], changes: [] };
      }),
    );
    const answer = await send('POST', {
      transactions: [item(), item({ financial_account_id: 99 }), item({ amount: '-3' })],
    });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Bulk create completed.' } });
    expect(asked).toMatchObject([
      { financialAccountId: 17, fields: { amount: '-12.50' } },
      { financialAccountId: 99 },
      { fields: { amount: '-3' } },
    ]);
    const account = 'The selected financial_account_id is invalid.';
    expect(resultsOf(answer)).toMatchObject([
      { index: 0, transaction_id: '1001', success: true, data: { id: '1001' }, error: null, errors: {} },
      {
        index: 1,
        transaction_id: null,
        success: false,
        data: null,
        error: 'invalid',
        message: account,
        errors: { financial_account_id: [account] },
      },
      { index: 2, transaction_id: '1002', success: true, data: { id: '1002' } },
    ]);
  });

  it('that are changed or removed name their transaction, also where they were refused', async () => {
    await play(
      fake(UpdateTransactions, ({ items }) => {
        expect(items).toEqual([
          { transactionId: 77, fields: { amount: null } },
          { transactionId: 1001, fields: { mapped_fields: { payee: 'Market' } } },
        ]);
        return { outcomes: [missing, done(1001)], changes: [] };
      }),
    );
    const changed = await send('PUT', {
      transactions: [
        { id: 77, amount: null },
        { id: '1001', mapped_fields: { payee: 'Market' } },
      ],
    });
    expect(resultsOf(changed)).toMatchObject([
      { index: 0, transaction_id: '77', success: false, error: 'not_found', data: null },
      { index: 1, transaction_id: '1001', success: true, data: { id: '1001' } },
    ]);
    await owner?.stop();
    await play(fake(DeleteTransactions, () => ({ outcomes: [done(1001), missing], changes: [] })));
    const removed = await send('DELETE', { transaction_ids: [1001, '77'] });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Bulk delete completed.' } });
    expect(resultsOf(removed)).toMatchObject([
      { transaction_id: '1001', success: true, data: null },
      { transaction_id: '77', success: false, error: 'not_found' },
    ]);
  });

  it('are sent in portions that the bus carries, and the key covers them all', async () => {
    const portions: number[] = [];
    await play(
      fake(CreateTransactions, ({ items }) => {
        portions.push(items.length);
        return { outcomes: items.map(() => missing), changes: [] };
      }),
    );
    const transactions = Array.from({ length: 400 }, () =>
      item({ additional_information: 'x'.repeat(1000) }),
    );
    const first = await send('POST', { transactions }, 'once');
    expect(resultsOf(first).map(({ index }) => index)).toEqual(transactions.map((_, index) => index));
    expect(portions.length).toBeGreaterThan(1);
    expect(portions.length).toBeLessThan(10);
    const commands = portions.length;
    const again = await send('POST', { transactions }, 'once');
    expect(again.body).toEqual(first.body);
    expect(portions).toHaveLength(commands);
    // Also where the gateway lost its answer: the owner knows each portion by the same key.
    await gateway.database.execute('delete from idempotency_keys');
    expect((await send('POST', { transactions }, 'once')).body).toEqual(first.body);
    expect(portions).toHaveLength(commands);
    await gateway.database.execute('delete from idempotency_keys');
    const other = await send('POST', { transactions: transactions.slice(1) }, 'once');
    expect(other).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    });
  });

  it.each([
    ['POST', { transactions: [] }, 'transactions'],
    ['POST', { transactions: Array.from({ length: 501 }, () => item()) }, 'transactions'],
    ['POST', { transactions: [item(), item({ amount: 'much' })] }, 'transactions.1.amount'],
    ['POST', { transactions: [item({ colour: 'red' })] }, 'transactions.0.colour'],
    ['PUT', { transactions: [{ amount: '-1' }] }, 'transactions.0.id'],
    ['PUT', { transactions: [{ id: 1 }] }, 'transactions.0'],
    ['PUT', { transactions: [{ id: 1, booking_date: '2026-02-30' }] }, 'transactions.0.booking_date'],
    ['DELETE', { transaction_ids: ['x'] }, 'transaction_ids'],
    ['DELETE', { transaction_ids: Array.from({ length: 501 }, (_, id) => id + 1) }, 'transaction_ids'],
  ])('%s with a body that does not fit is refused as a whole (%#)', async (method, body, field) => {
    const answer = await send(method, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['errors'] as object)).toEqual([field]);
  });
});
