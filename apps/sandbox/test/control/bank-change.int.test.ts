import { SandboxFixture, type Json } from '../sandbox.fixture';

let fixture: SandboxFixture;
let account: string;

beforeAll(async () => {
  fixture = await SandboxFixture.start({ accounts: 1, today: '2026-11-21' });
});
beforeEach(async () => {
  await fixture.reset();
  [account = ''] = await fixture.link('BERKA_1');
});

afterAll(() => fixture.close());

const change = (body: Json) => fixture.control('POST', `/provider-a/accounts/${account}/transactions`, body);

test('a new transaction is listed, counted and in the balance; a changed one replaces its row; a removed one disappears', async () => {
  const before = await state();
  await change({ booked: [transaction('new-1', '-10.50')] });
  expect(await state()).toEqual({ count: before.count + 1, cents: before.cents - 1050 });
  await change({ booked: [transaction('new-1', '-10.00')] });
  expect(await state()).toEqual({ count: before.count + 1, cents: before.cents - 1000 });
  await change({ remove: ['new-1'] });
  expect(await state()).toEqual(before);
});

test('pending entries are replaced as a whole and count in the available balance only', async () => {
  const { cents } = await state();
  const pending = { valueDate: '2026-11-21', transactionAmount: { amount: '-5.00', currency: 'CZK' } };
  await change({ pending: [pending] });
  expect((await listed())['pending']).toEqual([pending]);
  expect(await balances()).toEqual({ interimBooked: cents, interimAvailable: cents - 500 });
  await change({ pending: [] });
  expect((await listed())['pending']).toEqual([]);
});

test('details that the bank reports override the invented ones', async () => {
  await change({ details: { scan: '200000', ownerName: 'Somebody' } });
  const { body } = await fixture.provider('GET', `/accounts/${account}/details/`);
  expect(body).toMatchObject({ account: { scan: '200000', ownerName: 'Somebody', currency: 'CZK' } });
});

test('an invalid change is 400, an unknown account 404', async () => {
  expect((await change({ booked: [{ transactionId: 'x' }] })).status).toBe(400);
  expect((await change({ booked: [transaction('x', '1e3')] })).status).toBe(400);
  expect((await change({ booked: 'x' })).status).toBe(400);
  expect((await change({ details: [] })).status).toBe(400);
  expect((await fixture.control('POST', '/provider-a/accounts/none/transactions', {})).status).toBe(404);
});

test('the control API changes the allowance and ends tokens', async () => {
  await fixture.control('PUT', '/provider-a/daily-calls', { limit: 0 });
  expect((await fixture.provider('GET', `/accounts/${account}/balances/`)).status).toBe(429);
  await fixture.control('POST', '/provider-a/tokens/expire');
  expect((await fixture.provider('GET', '/institutions/')).status).toBe(401);
});

function transaction(transactionId: string, amount: string): Json {
  return { transactionId, bookingDate: '2026-11-21', transactionAmount: { amount, currency: 'CZK' } };
}

async function listed(): Promise<Json> {
  const { body } = await fixture.provider('GET', `/accounts/${account}/transactions/`);
  return body['transactions'] as Json;
}

async function balances(): Promise<Json> {
  const { body } = await fixture.provider('GET', `/accounts/${account}/balances/`);
  const list = body['balances'] as { balanceType: string; balanceAmount: { amount: string } }[];
  return Object.fromEntries(
    list.map((balance) => [balance.balanceType, Number(balance.balanceAmount.amount.replace('.', ''))]),
  );
}

async function state(): Promise<{ count: number; cents: number }> {
  const count = ((await listed())['booked'] as unknown[]).length;
  return { count, cents: (await balances())['interimBooked'] as number };
}
