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

const behave = (behaviour: Json) => fixture.control('PUT', '/provider-a/behaviour', behaviour);

async function listed(id = account): Promise<Json[]> {
  const { body } = await fixture.provider('GET', `/accounts/${id}/transactions/`);
  return (body['transactions'] as { booked: Json[] }).booked;
}

const idsOf = (rows: Json[]) => rows.map((row) => String(row['transactionId']));
const withoutIds = (rows: Json[]) =>
  rows.map(({ transactionId: _weak, internalTransactionId: _strong, ...row }) => row);

test('rows have the requested ids, and are otherwise unchanged', async () => {
  const usual = await listed();
  await behave({ transaction_ids: 'rotated' });
  const [once, twice] = [await listed(), await listed()];
  expect(withoutIds(twice)).toEqual(withoutIds(usual));
  expect(new Set([...idsOf(usual), ...idsOf(once), ...idsOf(twice)]).size).toBe(3 * usual.length);
  await behave({ transaction_ids: 'renumbered' });
  expect(idsOf(await listed())).toEqual(usual.map((_row, index) => String(index + 1)));
  await behave({ transaction_ids: 'shared' });
  const shared = await listed();
  expect(new Set(idsOf(shared)).size).toBeLessThan(shared.length);
  await behave({});
  expect(await listed()).toEqual(usual);
});

test('an account has another id with each consent, and is the same account', async () => {
  const usual = await listed();
  await behave({ new_account_ids: true });
  const [again = ''] = await fixture.link('BERKA_1');
  expect(again).not.toBe(account);
  expect(await listed(again)).toEqual(usual);
  expect((await fixture.provider('GET', `/accounts/${again}/`)).body['id']).toBe(again);
});

test('the ledger has the bank’s rows under the bank’s ids', async () => {
  const usual = await listed();
  await behave({ transaction_ids: 'rotated' });
  const { body } = await fixture.control('GET', '/ledger/bank?institution=BERKA_1');
  expect(body).toMatchObject({ accounts: [{ id: account, booked: usual, pending: [] }] });
});

test('a behaviour that does not exist is 400', async () => {
  expect((await behave({ transaction_ids: 'other' })).status).toBe(400);
  expect((await behave({ new_account_ids: 1 })).status).toBe(400);
  expect((await behave({ something: true })).status).toBe(400);
});
