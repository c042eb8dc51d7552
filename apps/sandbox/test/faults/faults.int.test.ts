import { eventually } from '@tributary/testing';
import { call, SandboxFixture, type Json } from '../sandbox.fixture';
import { HOUSEHOLD_ID } from '../../src/budgeta/budgeta.state';

const TRANSACTIONS = `/plans/${HOUSEHOLD_ID}/transactions`;

let nowMs = 0;
let fixture: SandboxFixture;
let account: string;

beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00Z');
  fixture = await SandboxFixture.start({ accounts: 1, now: () => nowMs });
  [account = ''] = await fixture.link('BERKA_1');
});

afterEach(() => fixture.close());

const setFault = (fault: Json) => fixture.control('POST', '/faults', fault);
const readTransactions = () => fixture.provider('GET', `/accounts/${account}/transactions/`);

describe('a status', () => {
  test('is answered the requested number of times in that server’s error body, and clients that ignore Retry-After are counted', async () => {
    await setFault({
      target: 'provider-a',
      path: 'transactions',
      kind: 'status',
      status: 429,
      retry_after_s: 60,
      times: 2,
    });
    const refused = await readTransactions();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.body).toMatchObject({ summary: 'Rate limit exceeded', status_code: 429 });
    expect((await readTransactions()).status).toBe(429);
    nowMs += 60_000;
    expect((await readTransactions()).status).toBe(200);
    const { body } = await fixture.control('GET', '/ledger/provider-a');
    expect(body['accounts']).toEqual([
      expect.objectContaining({
        requests_in_retry_after: 1,
        requests: { account: 0, balances: 0, details: 0, transactions: 3 },
      }),
    ]);
  });

  test('does not affect other paths and servers, and can be delayed and cleared', async () => {
    await setFault({
      target: 'budgeta',
      path: 'GET /budgeta/v1/user',
      kind: 'status',
      status: 503,
      after: 1,
      times: null,
    });
    expect((await readTransactions()).status).toBe(200);
    expect((await fixture.budgeta('GET', '/plans')).status).toBe(200);
    expect((await fixture.budgeta('GET', '/user')).status).toBe(200);
    const refused = await fixture.budgeta('GET', '/user');
    expect(refused.status).toBe(503);
    expect(refused.body['error']).toMatchObject({ id: '503', name: 'service_unavailable' });
    const listed = await fixture.control('GET', '/faults');
    expect(listed.body).toEqual([expect.objectContaining({ matched: 2, applied: 1, times: null })]);
    await fixture.control('DELETE', '/faults');
    expect((await fixture.budgeta('GET', '/user')).status).toBe(200);
  });

  test('of one user’s token leaves everybody else alone', async () => {
    const { body: user } = await fixture.control('POST', '/budgeta/users');
    await setFault({ target: 'budgeta', kind: 'status', times: null, token: user['token'] });
    const url = `${fixture.sandbox.budgetaUrl}/user`;
    expect((await call('GET', url, undefined, `Bearer ${String(user['token'])}`)).status).toBe(503);
    expect((await fixture.budgeta('GET', '/user')).status).toBe(200);
  });

  test('an invalid fault is 400', async () => {
    expect((await setFault({ target: 'nobody', kind: 'status' })).status).toBe(400);
    expect((await setFault({ target: 'budgeta', kind: 'explode' })).status).toBe(400);
    expect((await setFault({ target: 'budgeta', kind: 'status', path: '(' })).status).toBe(400);
  });
});

test('a held answer comes once the fault is cleared, and the work is done then', async () => {
  const set = await setFault({ target: 'budgeta', path: 'POST', kind: 'held' });
  const held = fixture.budgeta('POST', TRANSACTIONS, { transactions: [await newRow('a')] });
  const met = async () => (await fixture.control('GET', '/faults')).body;
  await eventually(async () => expect(await met()).toMatchObject([{ applied: 1 }]));
  expect((await fixture.control('GET', '/ledger/budgeta')).body).toMatchObject({
    summary: { transactions: 0 },
  });
  await fixture.control('DELETE', `/faults/${String(set.body['id'])}`);
  expect((await held).status).toBe(201);
  expect((await fixture.control('GET', '/ledger/budgeta')).body).toMatchObject({
    summary: { transactions: 1 },
  });
});

describe('a cut connection', () => {
  test('drop_after_accept does the work: the repeat is a duplicate', async () => {
    const body = { transactions: [await newRow('a')] };
    await setFault({ target: 'budgeta', path: 'POST', kind: 'drop_after_accept' });
    await expect(fixture.budgeta('POST', TRANSACTIONS, body)).rejects.toThrow('fetch failed');
    const again = await fixture.budgeta('POST', TRANSACTIONS, body);
    expect(again.body['data']).toMatchObject({ transactions: [], duplicate_import_ids: ['a'] });
  });

  test.each(['drop', 'timeout'])('%s does no work', async (kind) => {
    const body = { transactions: [await newRow('a')] };
    await setFault({ target: 'budgeta', path: 'POST', kind, delay_ms: 1 });
    await expect(fixture.budgeta('POST', TRANSACTIONS, body)).rejects.toThrow('fetch failed');
    const again = await fixture.budgeta('POST', TRANSACTIONS, body);
    expect(again.body['data']).toMatchObject({ duplicate_import_ids: [] });
  });

  test('accept_part keeps the first rows of a bulk and answers with an error', async () => {
    const body = { transactions: [await newRow('a'), await newRow('b'), await newRow('c')] };
    await setFault({ target: 'budgeta', path: 'POST', kind: 'accept_part', rows: 2, status: 500 });
    expect((await fixture.budgeta('POST', TRANSACTIONS, body)).status).toBe(500);
    const again = await fixture.budgeta('POST', TRANSACTIONS, body);
    expect(again.body['data']).toMatchObject({ duplicate_import_ids: ['a', 'b'] });
  });

  test('closing does not wait for a hanging request', async () => {
    await setFault({ target: 'budgeta', kind: 'timeout' });
    const hanging = expect(fixture.budgeta('GET', '/user')).rejects.toThrow('fetch failed');
    while (
      ((await fixture.control('GET', '/faults')).body as unknown as { applied: number }[])[0]?.applied !== 1
    );
    await fixture.close();
    await hanging;
    fixture = await SandboxFixture.start({ accounts: 1 });
  });
});

describe('a damaged answer', () => {
  test('not_json is a page of HTML', async () => {
    await setFault({ target: 'provider-a', path: 'transactions', kind: 'not_json' });
    expect((await readTransactions()).body['text']).toContain('<html>');
  });

  test('truncate announces more than it sends', async () => {
    await setFault({ target: 'provider-a', path: 'transactions', kind: 'truncate' });
    await expect(readTransactions()).rejects.toThrow('terminated');
  });

  test('missing_field, bad_amount and repeat_id damage one row and no other', async () => {
    const good = booked(await readTransactions());
    await setFault({
      target: 'provider-a',
      path: 'transactions',
      kind: 'missing_field',
      field: 'transactionAmount',
    });
    const [bare, ...others] = booked(await readTransactions());
    expect(bare).not.toHaveProperty('transactionAmount');
    expect(others).toEqual(good.slice(1));
    await setFault({ target: 'provider-a', path: 'transactions', kind: 'bad_amount', value: 'NaN', rows: 1 });
    expect(booked(await readTransactions())[1]).toMatchObject({ transactionAmount: { amount: 'NaN' } });
    await setFault({ target: 'provider-a', path: 'transactions', kind: 'repeat_id' });
    expect(booked(await readTransactions())).toEqual([...good, good[0]]);
    expect(booked(await readTransactions())).toEqual(good);
  });

  test('no_rate_headers omits the headers', async () => {
    await setFault({ target: 'provider-a', path: 'transactions', kind: 'no_rate_headers' });
    const { headers } = await readTransactions();
    expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
  });
});

async function newRow(importId: string): Promise<Json> {
  const { body } = await fixture.budgeta('GET', `/plans/${HOUSEHOLD_ID}/accounts`);
  const [first] = (body['data'] as { accounts: { id: string }[] }).accounts;
  return { account_id: first?.id, date: '2026-11-20', amount: -100, import_id: importId };
}

function booked(answer: { body: Json }): Json[] {
  return (answer.body['transactions'] as { booked: Json[] }).booked;
}
