import { call, SandboxFixture, withDataDir, type Answer, type Json } from '../sandbox.fixture';
import { berkaAccountUuid } from '../../src/bank/berka-accounts';
import { HOUSEHOLD_ID } from '../../src/budgeta/budgeta.state';

const PLAN = `/plans/${HOUSEHOLD_ID}`;
const TODAY = '2026-11-21';

let nowMs = 0;
let fixture: SandboxFixture;
let account: string;

beforeEach(async () => {
  nowMs = Date.parse(`${TODAY}T10:00:00Z`);
  fixture = await SandboxFixture.start({ accounts: 4, mirrorAccounts: 3, now: () => nowMs });
  account = (await accounts())[0]?.id ?? '';
});

afterEach(() => fixture.close());

describe('plans and accounts', () => {
  test('the household has a checking account per bank account, paired by its note', async () => {
    const listed = await accounts();
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({ name: 'Account 2', type: 'checking', on_budget: true, balance: 0 });
    expect(listed[0]?.note).toBe(berkaAccountUuid(2));
  });

  test('both names of the path answer, each with its own key', async () => {
    const plans = await fixture.budgeta('GET', '/plans?include_accounts=true');
    expect(data(plans)['plans']).toEqual([
      expect.objectContaining({ name: 'Household', accounts: expect.any(Array) as unknown }),
    ]);
    const budgets = data(await fixture.budgeta('GET', '/budgets'))['budgets'] as Json[];
    expect(budgets[0]).not.toHaveProperty('accounts');
    expect((await fixture.budgeta('GET', '/budgets/last-used/accounts')).status).toBe(200);
    expect(data(await fixture.budgeta('GET', '/user'))['user']).toHaveProperty('id');
  });

  test('a new account is 201, an unsupported type is 400', async () => {
    const made = await fixture.budgeta('POST', `${PLAN}/accounts`, {
      account: { name: 'Cash', type: 'cash', balance: 5000 },
    });
    expect(made.status).toBe(201);
    expect(data(made)['account']).toMatchObject({ name: 'Cash', balance: 5000 });
    const refused = await fixture.budgeta('POST', `${PLAN}/accounts`, {
      account: { name: 'House', type: 'mortgage', balance: 0 },
    });
    expect(refused.status).toBe(400);
  });

  test('a wrong token is 401, an unknown plan 404, both in the error envelope', async () => {
    const wrong = await call('GET', `${fixture.sandbox.budgetaUrl}/user`, undefined, 'Bearer wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.body['error']).toMatchObject({ id: '401', name: 'unauthorized' });
    const unknown = await fixture.budgeta('GET', '/plans/none/accounts');
    expect(unknown.body['error']).toMatchObject({ id: '404.2', name: 'resource_not_found' });
  });
});

describe('creating transactions', () => {
  test('one with an import id that the account has is 409', async () => {
    const body = { transaction: row({ import_id: 'a' }) };
    const first = await fixture.budgeta('POST', `${PLAN}/transactions`, body);
    expect(first.status).toBe(201);
    expect(data(first)['transaction']).toMatchObject({
      import_id: 'a',
      approved: false,
      cleared: 'uncleared',
    });
    const second = await fixture.budgeta('POST', `${PLAN}/transactions`, body);
    expect(second.status).toBe(409);
    expect(second.body['error']).toMatchObject({ id: '409', name: 'conflict' });
  });

  test('a bulk names the import ids that it left out, also those repeated in itself', async () => {
    await bulk([row({ import_id: 'a' })]);
    const answer = await bulk([row({ import_id: 'a' }), row({ import_id: 'b' }), row({ import_id: 'b' })]);
    expect(answer.status).toBe(201);
    expect(data(answer)).toMatchObject({ duplicate_import_ids: ['a', 'b'] });
    expect(data(answer)['transactions']).toHaveLength(1);
    expect((await summary())['duplicates_refused']).toBe(2);
  });

  test('the same import id in another account is another row', async () => {
    const other = (await accounts())[1]?.id;
    const answer = await bulk([row({ import_id: 'a' }), row({ import_id: 'a', account_id: other })]);
    expect(data(answer)['transactions']).toHaveLength(2);
  });

  test.each([
    ['a date in the future', { date: '2026-11-22' }, 'date'],
    ['a date over five years ago', { date: '2021-11-20' }, 'date'],
    ['a date that is none', { date: '2026-02-30' }, 'date'],
    ['a fraction of a milliunit', { amount: 1.5 }, 'amount'],
    ['an amount as text', { amount: '100' }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an import id of 37 characters', { import_id: 'x'.repeat(37) }, 'import_id'],
    ['a memo of 501 characters', { memo: 'x'.repeat(501) }, 'memo'],
    ['a payee of 201 characters', { payee_name: 'x'.repeat(201) }, 'payee_name'],
    ['an unknown account', { account_id: 'none' }, 'account_id'],
    ['parts that do not add up', { subtransactions: [{ amount: 1 }] }, 'subtransactions'],
  ])('%s refuses the whole bulk and says which row', async (_name, bad, field) => {
    const answer = await bulk([row({ import_id: 'good' }), row(bad)]);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({
      name: 'bad_request',
      detail: expect.stringMatching(new RegExp(`^${field} .* \\(index: 1\\)$`)) as unknown,
    });
    expect((await summary())['transactions']).toBe(0);
  });

  test('the longest allowed values are accepted', async () => {
    const longest = {
      import_id: 'x'.repeat(36),
      memo: 'm'.repeat(500),
      payee_name: 'p'.repeat(200),
      date: TODAY,
    };
    expect((await bulk([row(longest)])).status).toBe(201);
  });

  test('an imported row is matched to one entered by hand: same amount, at most ten days apart', async () => {
    const byHand = await bulk([row({ date: '2026-11-01' })]);
    const imported = await bulk([row({ date: '2026-11-11', import_id: 'a' })]);
    const [hand] = data(byHand)['transaction_ids'] as string[];
    expect(data(imported)['transactions']).toEqual([
      expect.objectContaining({ matched_transaction_id: hand }),
    ]);
    const late = await bulk([row({ date: '2026-11-01', import_id: 'b' })]);
    expect(data(late)['transactions']).toEqual([expect.objectContaining({ matched_transaction_id: null })]);
  });
});

describe('changing transactions', () => {
  test('many by id or by import id answer 200, and the import id stays', async () => {
    const created = data(await bulk([row({ import_id: 'a' }), row({ import_id: 'b' })]));
    const [first] = created['transaction_ids'] as string[];
    const answer = await fixture.budgeta('PATCH', `${PLAN}/transactions`, {
      transactions: [
        { id: first, amount: -99 },
        { import_id: 'b', cleared: 'cleared', memo: null },
      ],
    });
    expect(answer.status).toBe(200);
    expect(data(answer)['transactions']).toEqual([
      expect.objectContaining({ id: first, amount: -99, import_id: 'a' }),
      expect.objectContaining({ import_id: 'b', cleared: 'cleared', memo: null, payee_name: 'Kahvila' }),
    ]);
  });

  test('an item with both, with neither or with an unknown id changes no row', async () => {
    const [id] = data(await bulk([row({ import_id: 'a' })]))['transaction_ids'] as string[];
    const patch = (item: Json) =>
      fixture.budgeta('PATCH', `${PLAN}/transactions`, { transactions: [{ id, amount: 7 }, item] });
    expect((await patch({ id, import_id: 'a' })).status).toBe(400);
    expect((await patch({ memo: 'x' })).status).toBe(400);
    expect((await patch({ import_id: 'none' })).status).toBe(404);
    expect((await patch({ id, date: '2027-01-01' })).status).toBe(400);
    const kept = await fixture.budgeta('GET', `${PLAN}/transactions/${id}`);
    expect(data(kept)['transaction']).toMatchObject({ amount: -12400 });
  });

  test('PUT changes one; DELETE marks it, and its import id cannot be used again', async () => {
    const [id] = data(await bulk([row({ import_id: 'a' })]))['transaction_ids'] as string[];
    const put = await fixture.budgeta('PUT', `${PLAN}/transactions/${id}`, { transaction: { memo: 'new' } });
    expect(data(put)['transaction']).toMatchObject({ memo: 'new', amount: -12400 });
    const deleted = await fixture.budgeta('DELETE', `${PLAN}/transactions/${id}`);
    expect(data(deleted)['transaction']).toMatchObject({ deleted: true });
    expect((await fixture.budgeta('DELETE', `${PLAN}/transactions/${id}`)).status).toBe(404);
    expect(data(await bulk([row({ import_id: 'a' })]))).toMatchObject({ duplicate_import_ids: ['a'] });
  });

  test('balances follow what is created, changed and deleted', async () => {
    const [id] = data(await bulk([row({ import_id: 'a', cleared: 'cleared' }), row({ import_id: 'b' })]))[
      'transaction_ids'
    ] as string[];
    expect((await accounts())[0]).toMatchObject({
      balance: -24800,
      cleared_balance: -12400,
      uncleared_balance: -12400,
    });
    await fixture.budgeta('DELETE', `${PLAN}/transactions/${id}`);
    expect((await accounts())[0]).toMatchObject({ balance: -12400, cleared_balance: 0 });
  });
});

describe('listing transactions', () => {
  test('covers one year unless since_date says otherwise', async () => {
    await bulk([row({ date: '2025-11-20', import_id: 'old' }), row({ import_id: 'new' })]);
    expect(importIds(await fixture.budgeta('GET', `${PLAN}/transactions`))).toEqual(['new']);
    const all = await fixture.budgeta('GET', `${PLAN}/transactions?since_date=2020-01-01`);
    expect(importIds(all)).toEqual(['old', 'new']);
    const ofAccount = `${PLAN}/accounts/${account}/transactions?since_date=2020-01-01&until_date=2025-12-31`;
    expect(importIds(await fixture.budgeta('GET', ofAccount))).toEqual(['old']);
  });

  test('a delta has all rows changed since, also deleted ones', async () => {
    const created = data(await bulk([row({ import_id: 'a' }), row({ import_id: 'b' })]));
    const knowledge = String(created['server_knowledge']);
    const [first] = created['transaction_ids'] as string[];
    const path = `${PLAN}/transactions?last_knowledge_of_server=`;
    expect(importIds(await fixture.budgeta('GET', path + knowledge))).toEqual([]);
    await fixture.budgeta('DELETE', `${PLAN}/transactions/${first}`);
    const delta = await fixture.budgeta('GET', path + knowledge);
    expect(data(delta)['transactions']).toEqual([expect.objectContaining({ id: first, deleted: true })]);
    expect(importIds(await fixture.budgeta('GET', `${PLAN}/transactions`))).toEqual(['b']);
    const changed = await fixture.budgeta('GET', `${PLAN}/accounts?last_knowledge_of_server=${knowledge}`);
    expect(data(changed)['accounts']).toHaveLength(1);
  });
});

describe('the hourly quota', () => {
  test('is rolling: the next request is free once the oldest is an hour old', async () => {
    await fixture.close();
    fixture = await SandboxFixture.start({ accounts: 1, requestsPerHour: 2, now: () => nowMs });
    expect((await fixture.budgeta('GET', '/user')).headers.get('x-rate-limit')).toBe('1/2');
    nowMs += 1_800_000;
    await fixture.budgeta('GET', '/user');
    const refused = await fixture.budgeta('GET', '/user');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: { id: '429', name: 'too_many_requests', detail: 'Too many requests' },
    });
    nowMs += 1_800_000;
    expect((await fixture.budgeta('GET', '/user')).status).toBe(200);
    expect((await fixture.budgeta('GET', '/user')).status).toBe(429);
  });
});

describe('a further user', () => {
  const asUser = (user: Json, method: string, path: string, body?: unknown) =>
    call(method, `${fixture.sandbox.budgetaUrl}${path}`, body, `Bearer ${String(user['token'])}`);
  const accountsOf = async (user: Json) =>
    data(await asUser(user, 'GET', '/plans/last-used/accounts'))['accounts'] as {
      id: string;
      note: string;
    }[];
  const ledgerOf = async (user: Json) =>
    (await fixture.control('GET', `/ledger/budgeta?login=${String(user['login'])}`)).body;

  test('has accounts, rows and counts of their own, and sees none of the household’s', async () => {
    const { body: user } = await fixture.control('POST', '/budgeta/users');
    const [own] = await accountsOf(user);
    expect(own).toMatchObject({
      note: berkaAccountUuid(2),
      id: expect.not.stringMatching(account) as unknown,
    });
    const rows = [row({ account_id: own?.id, import_id: 'a' })];
    const answer = await asUser(user, 'POST', '/plans/last-used/transactions', { transactions: rows });
    expect(answer.status).toBe(201);
    expect((await asUser(user, 'GET', `${PLAN}/accounts`)).status).toBe(404);
    expect((await fixture.budgeta('GET', `/plans/${String(user['plan_id'])}/accounts`)).status).toBe(404);
    expect(await ledgerOf(user)).toMatchObject({ summary: { transactions: 1, requests: 3 } });
    expect(await summary()).toMatchObject({ transactions: 0 });
    await fixture.control('PUT', `/budgeta/household?login=${String(user['login'])}`, { deleted: true });
    expect(data(await asUser(user, 'GET', '/plans'))['plans']).toEqual([]);
    expect(await accounts()).toHaveLength(3);
  });

  test('is refused where nobody has the login', async () => {
    expect((await fixture.control('GET', '/ledger/budgeta?login=nobody')).status).toBe(400);
  });

  test('is still there after a restart, with their rows', async () => {
    await withDataDir(async (dataDir) => {
      await fixture.close();
      fixture = await SandboxFixture.start({ accounts: 4, mirrorAccounts: 3, now: () => nowMs, dataDir });
      const { body: user } = await fixture.control('POST', '/budgeta/users');
      const [own] = await accountsOf(user);
      const rows = [row({ account_id: own?.id })];
      await asUser(user, 'POST', '/plans/last-used/transactions', { transactions: rows });
      const before = await ledgerOf(user);
      await fixture.close();
      fixture = await SandboxFixture.start({ accounts: 4, mirrorAccounts: 3, now: () => nowMs, dataDir });
      expect((await ledgerOf(user))['accounts']).toEqual(before['accounts']);
      expect(await accountsOf(user)).toHaveLength(3);
    });
  });
});

function row(fields: Json = {}): Json {
  return {
    account_id: account,
    date: '2026-11-20',
    amount: -12400,
    payee_name: 'Kahvila',
    memo: 'x',
    ...fields,
  };
}

function bulk(transactions: Json[]): Promise<Answer> {
  return fixture.budgeta('POST', `${PLAN}/transactions`, { transactions });
}

function data(answer: Answer): Json {
  return answer.body['data'] as Json;
}

function importIds(answer: Answer): unknown[] {
  return (data(answer)['transactions'] as { import_id: string }[]).map((listed) => listed.import_id);
}

async function accounts(): Promise<{ id: string; note: string }[]> {
  return data(await fixture.budgeta('GET', `${PLAN}/accounts`))['accounts'] as { id: string; note: string }[];
}

async function summary(): Promise<Json> {
  return (await fixture.control('GET', '/summary')).body['budgeta'] as Json;
}
