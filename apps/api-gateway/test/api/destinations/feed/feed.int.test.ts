import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  InstitutionUpsertedV1,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { revokeToken } from '../../../../src/identity/tokens/issue-personal-token';
import { TRANSACTIONS_MAX } from '../../../../src/api/destinations/feed/feed.store';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { accountOf, connectionOf, institutionOf, shapedOf, transactionOf } from '../../../samples';

interface AccountSet {
  readonly errors: string[];
  readonly errlist: readonly { readonly code: string; readonly msg: string }[];
  readonly connections: readonly { readonly conn_id: string; readonly name: string }[];
  readonly accounts: readonly {
    readonly id: string;
    readonly conn_id: string;
    readonly name: string;
    readonly balance: string;
    readonly 'balance-date': number;
    readonly org: { readonly name: string; readonly domain: string };
    readonly holdings: [];
    readonly transactions: readonly {
      readonly id: string;
      readonly posted: number;
      readonly transacted_at: number;
      readonly amount: string;
      readonly payee: string;
      readonly description: string;
      readonly memo: string;
      readonly pending: boolean;
    }[];
  }[];
}

const EVERYDAY = 17;
const SAVINGS = 18;
const NOON = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;
const SINCE_2026 = `start-date=${Date.parse('2026-01-01') / 1000}`;

let gateway: GatewayUnderTest;
let userId: number;
let otherId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  otherId = await gateway.user('other@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
  await gateway.publish(ConnectionChangedV1, 3, connectionOf(userId, 3, { institution_id: 2 }));
  for (const [id, owner] of [
    [EVERYDAY, userId],
    [SAVINGS, userId],
    [99, otherId],
  ] as const) {
    await gateway.publish(AccountUpsertedV1, id, accountOf(owner, id, { custom_name: `Account no. ${id}` }));
  }
  const snapshot = structuredClone(BalanceSnapshottedV1.sample);
  await gateway.publish(BalanceSnapshottedV1, EVERYDAY, {
    ...snapshot,
    userId,
    financialAccountId: EVERYDAY,
  });
  await publish(
    booked(1001, '2026-03-02', { amount: '-12.40' }),
    booked(1002, '2026-03-05', { amount: '-3.5' }),
    pending(1003, '2026-03-06', { amount: '-7.00' }),
    booked(1004, '2025-12-31', { amount: '-1.00' }),
  );
  await gateway.publish(TransactionShapedV1, 99, shapedOf(otherId, 99, [booked(9001, '2026-03-02', {})]));
});
afterAll(() => gateway.close());

function booked(id: number, day: string, document: Partial<TransactionDocument>): ShapedTransaction {
  return transactionOf(id, {
    booked: true,
    booking_date: day,
    value_date: day,
    ...filedUnder(day),
    ...document,
  });
}

function pending(id: number, day: string, document: Partial<TransactionDocument>): ShapedTransaction {
  return transactionOf(id, {
    booked: false,
    booking_date: null,
    value_date: day,
    ...filedUnder(day),
    ...document,
  });
}

function filedUnder(date: string): Pick<TransactionDocument, 'mapped_fields'> {
  return { mapped_fields: { payee: 'Kahvila', description: 'Two cups', date } };
}

async function publish(...transactions: ShapedTransaction[]): Promise<void> {
  await gateway.publish(TransactionShapedV1, EVERYDAY, shapedOf(userId, EVERYDAY, transactions));
}

async function make(body: object = {}, by = token) {
  return gateway.request<{ data: { id: string; setup_token: string; financial_accounts: string[] | null } }>(
    '/api/v1/destinations/feed/connections',
    { token: by, method: 'POST', body: { name: 'My budget', ...body } },
  );
}

/** As an app does: the claim URL out of the token, the access URL out of the claim. */
async function claim(setupToken: string): Promise<{ status: number; text: string }> {
  const response = await fetch(Buffer.from(setupToken, 'base64').toString(), {
    method: 'POST',
    headers: { 'content-length': '0' },
  });
  return { status: response.status, text: await response.text() };
}

async function access(body: object = {}, by = token): Promise<{ url: string; id: string }> {
  const { data } = (await make(body, by)).body;
  return { url: (await claim(data.setup_token)).text, id: data.id };
}

async function pull(accessUrl: string, query = SINCE_2026) {
  const url = new URL(accessUrl);
  const basic = Buffer.from(`${url.username}:${url.password}`).toString('base64');
  const response = await fetch(`${url.origin}${url.pathname}/accounts?${query}`, {
    headers: { authorization: `Basic ${basic}` },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as AccountSet };
}

async function idsOf(accessUrl: string, query: string): Promise<string[]> {
  const { body } = await pull(accessUrl, query);
  return body.accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id));
}

async function newestToken(): Promise<number> {
  const [row] = await gateway.database.query<{ id: number }>('select max(id) as id from tokens');
  return row?.id ?? 0;
}

describe('a setup token', () => {
  it('is claimed once, and the access URL’s credentials contain no special characters', async () => {
    const { data } = (await make()).body;
    const first = await claim(data.setup_token);
    expect(first.status).toBe(200);
    expect(first.text).toMatch(
      /^http:\/\/[0-9A-Za-z]{16}:[0-9A-Za-z]{43}@127\.0\.0\.1:\d+\/api\/v1\/simplefin$/,
    );
    expect(await claim(data.setup_token)).toEqual({ status: 403, text: 'Forbidden' });
    expect((await pull(first.text)).status).toBe(200);
  });

  it('is shown once, and neither it nor the access URL is stored', async () => {
    const { data } = (await make()).body;
    const { text } = await claim(data.setup_token);
    const shown = await gateway.get(`/destinations/feed/connections/${data.id}`, token);
    expect(shown.body).toMatchObject({ data: { claimed: 'true', financial_accounts: null } });
    expect(JSON.stringify(shown.body)).not.toContain(data.setup_token);
    const rows = JSON.stringify(await gateway.database.query('select * from feeds'));
    const { password } = new URL(text);
    const secret = Buffer.from(data.setup_token, 'base64').toString().split('/').at(-1) ?? '';
    for (const one of [password, secret]) expect(rows).not.toContain(one);
  });

  it('that was not claimed for a day, or is invalid, is refused', async () => {
    const { data } = (await make()).body;
    await gateway.database.execute(`update feeds set claim_expires_at = now() where id = $1`, [
      Number(data.id),
    ]);
    expect(await claim(data.setup_token)).toEqual({ status: 403, text: 'Forbidden' });
    const nonsense = Buffer.from(`${gateway.url}/api/v1/simplefin/claim/nonsense`).toString('base64');
    expect((await claim(nonsense)).status).toBe(403);
  });
});

describe('the answer to an app', () => {
  it('has parts instead of what was split', async () => {
    const { url } = await access();
    const split = { status: 'CONFIRMED' as const, amount: '-9.00', currency: 'EUR', parts: ['1102', '1103'] };
    const rows = [
      booked(1101, '2026-02-01', { amount: '-9.00', split }),
      booked(1102, '2026-02-01', { amount: '-4.00', split_of: '1101' }),
      booked(1103, '2026-02-01', { amount: '-5.00', split_of: '1101' }),
    ];
    await publish(...rows);
    const day = `start-date=${NOON('2026-02-01') - 43_200}&end-date=${NOON('2026-02-01') + 43_200}`;
    expect(await idsOf(url, day)).toEqual(['1103', '1102']);
    await publish(...rows.map((row) => ({ ...row, shapedVersion: 2, removed: true })));
    expect(await idsOf(url, day)).toEqual([]);
  });

  it('has a transaction under review only when it is decided that there are two', async () => {
    const { url } = await access();
    const day = `start-date=${NOON('2026-02-02') - 43_200}&end-date=${NOON('2026-02-02') + 43_200}`;
    const row = booked(1111, '2026-02-02', { under_review: true });
    await publish(row);
    expect(await idsOf(url, day)).toEqual([]);
    const { under_review: _, ...raw } = row.raw;
    await publish({ ...row, shapedVersion: 2, raw });
    expect(await idsOf(url, day)).toEqual(['1111']);
    await publish({ ...row, shapedVersion: 3, removed: true });
  });

  it('has accounts with balances of two decimals, and shaped transactions of the window, newest first', async () => {
    const { url } = await access();
    const { body } = await pull(url);
    expect(body.accounts.map(({ id, name }) => ({ id, name }))).toEqual([
      { id: '17', name: 'Account no. 17' },
      { id: '18', name: 'Account no. 18' },
    ]);
    const [everyday] = body.accounts;
    expect(everyday).toMatchObject({
      balance: expect.stringMatching(/^-?\d+\.\d\d$/) as string,
      holdings: [],
      org: { domain: '127.0.0.1', name: expect.any(String) as string },
    });
    expect(everyday?.transactions).toMatchObject([
      { id: '1002', posted: NOON('2026-03-05'), amount: '-3.50', pending: false },
      { id: '1001', posted: NOON('2026-03-02'), amount: '-12.40', pending: false },
    ]);
    for (const one of everyday?.transactions ?? []) {
      expect(one.payee).not.toBe('');
      expect(one.description).not.toBe('');
    }
  });

  it('has pending transactions if requested; booked they keep their id', async () => {
    const { url } = await access();
    expect(await idsOf(url, SINCE_2026)).not.toContain('1003');
    const of1003 = async () =>
      (await pull(url, `${SINCE_2026}&pending=1`)).body.accounts[0]?.transactions.find(
        ({ id }) => id === '1003',
      );
    expect(await of1003()).toMatchObject({ posted: 0, pending: true, transacted_at: NOON('2026-03-06') });
    await publish({ ...booked(1003, '2026-03-07', { amount: '-7.00' }), shapedVersion: 50, rawVersion: 50 });
    expect(await of1003()).toMatchObject({ posted: NOON('2026-03-07'), pending: false });
  });

  it('has each row on its own day: the one that it is filed under, also where the bank gave moments alone', async () => {
    const { url } = await access();
    const moments = { booking_date: null, value_date: null, booking_datetime: '2026-04-03T23:30:00Z' };
    await publish(
      booked(1401, '2026-04-01', filedUnder('2026-04-02')),
      booked(1402, '2026-04-01', { ...moments, ...filedUnder('2026-04-03') }),
    );
    const window = (day: string) => `start-date=${NOON(day) - 43_200}&end-date=${NOON(day) + 43_200}`;
    expect(await idsOf(url, window('2026-04-01'))).toEqual([]);
    for (const [id, day] of [
      ['1401', '2026-04-02'],
      ['1402', '2026-04-03'],
    ] as const) {
      const { body } = await pull(url, window(day));
      expect(body.accounts[0]?.transactions).toMatchObject([{ id, posted: NOON(day) }]);
    }
    await publish(
      { ...booked(1401, '2026-04-01', {}), removed: true, shapedVersion: 51 },
      { ...booked(1402, '2026-04-01', {}), removed: true, shapedVersion: 51 },
    );
  });

  it('has no removed transactions', async () => {
    const { url } = await access();
    await publish(booked(1010, '2026-03-08', {}));
    expect(await idsOf(url, SINCE_2026)).toContain('1010');
    await publish({ ...booked(1010, '2026-03-08', {}), removed: true, shapedVersion: 51 });
    expect(await idsOf(url, SINCE_2026)).not.toContain('1010');
  });

  it('begins with start-date, and ends before end-date', async () => {
    const { url } = await access();
    const [first, second] = [NOON('2026-03-02'), NOON('2026-03-05')];
    expect(await idsOf(url, `start-date=${first}&end-date=${second}`)).toEqual(['1001']);
    expect(await idsOf(url, `start-date=${first + 1}&end-date=${second + 1}`)).toEqual(['1002']);
    expect(await idsOf(url, 'start-date=0&end-date=1767225600')).toEqual(['1004']);
  });

  it('can have some accounts, or only balances', async () => {
    const { url } = await access();
    const { body } = await pull(url, `${SINCE_2026}&account=18`);
    expect(body.accounts.map(({ id }) => id)).toEqual(['18']);
    const balances = await pull(url, `${SINCE_2026}&balances-only=1`);
    expect(balances.body.accounts.map(({ transactions }) => transactions)).toEqual([[], []]);
    expect((await pull(url, `${SINCE_2026}&account=99&account=x`)).body.accounts).toEqual([]);
  });

  it('describes read errors, and what needs attention', async () => {
    const { url } = await access();
    expect((await pull(url, 'start-date=yesterday')).body.errors).toContainEqual(
      expect.stringContaining('start-date must be a number'),
    );
    const expired = { ...connectionOf(userId, 3, { institution_id: 2, status: 'EXPIRED' }), version: 9 };
    await gateway.publish(ConnectionChangedV1, 3, expired);
    const { errors, errlist } = (await pull(url)).body;
    const msg = expect.stringMatching(/^Connection to .* may need attention/) as string;
    expect(errors).toContainEqual(msg);
    expect(errlist).toContainEqual({ code: 'con.auth', msg, conn_id: '3' });
  });

  it('has the amounts to the last decimal, and two at least', async () => {
    const { url } = await access();
    const amounts = [
      ['1201', '-3', '-3.00'],
      ['1202', '0.1', '0.10'],
      ['1203', '1.230', '1.23'],
      ['1204', '-1.2345', '-1.2345'],
      ['1205', '12345678901234567.89', '12345678901234567.89'],
    ] as const;
    await publish(...amounts.map(([id, amount]) => booked(Number(id), '2026-01-20', { amount })));
    const day = `start-date=${NOON('2026-01-20')}&end-date=${NOON('2026-01-21')}`;
    const shown = (await pull(url, day)).body.accounts[0]?.transactions ?? [];
    expect(shown.map(({ id, amount }) => [id, amount]).reverse()).toEqual(
      amounts.map(([id, , amount]) => [id, amount]),
    );
  });

  it('has texts with any character, and neither payee nor description is empty', async () => {
    const { url } = await access();
    const text = 'Kahvila "Ääkkönen" \\ \u0001 \t 🧾 </script>';
    await publish(
      booked(1301, '2026-01-21', { mapped_fields: { payee: text, description: '', date: '2026-01-21' } }),
      booked(1302, '2026-01-21', { mapped_fields: { payee: '', description: text, date: '2026-01-21' } }),
    );
    const day = `start-date=${NOON('2026-01-21')}&end-date=${NOON('2026-01-22')}`;
    const shown = (await pull(url, day)).body.accounts[0]?.transactions;
    expect(shown).toMatchObject([
      { id: '1302', payee: text, description: text },
      { id: '1301', payee: text, description: text },
    ]);
  });

  it('has the members of both versions of the protocol, whichever the app requests', async () => {
    const { url } = await access();
    const plain = (await pull(url)).body;
    const [one, two, three] = await Promise.all(
      ['1', '2', '3'].map(async (version) => (await pull(url, `${SINCE_2026}&version=${version}`)).body),
    );
    expect([one, two]).toEqual([plain, plain]);
    expect(plain).toMatchObject({
      connections: [{ conn_id: '3', name: 'Example Bank', org_id: '2', org_name: 'Example Bank' }],
      accounts: [{ conn_id: '3', org: { id: '2', name: 'Example Bank' } }, { conn_id: '3' }],
    });
    expect(three).toMatchObject({
      errlist: expect.arrayContaining([
        { code: 'gen.api', msg: expect.stringContaining('version') as string },
      ]) as object[],
      accounts: plain.accounts,
    });
  });

  it('names the institution by its own address where the provider gives one', async () => {
    const { url } = await access();
    const institution = institutionOf(2);
    const document = { ...institution.document, url: 'https://www.bank.example' };
    await gateway.publish(InstitutionUpsertedV1, 2, { ...institution, version: 2, document });
    expect((await pull(url)).body).toMatchObject({
      connections: [{ org_url: 'https://www.bank.example' }],
      accounts: [{ org: { domain: 'bank.example', url: 'https://www.bank.example' } }, {}],
    });
  });

  it('has the newest of too many transactions, and names the accounts of which there are more', async () => {
    const many = await gateway.user('many@example.com');
    for (const id of [201, 202, 203]) await gateway.publish(AccountUpsertedV1, id, accountOf(many, id));
    await gateway.database.execute(
      `insert into transactions (user_id, id, account_id, shaped_version, removed, created_at, updated_at, changed_at,
         booked, currency, amount, booking_date, raw)
       select $1, n, case when n % 2 = 0 then 201 else 202 end, 1, false, now(), now(), now(), true, 'EUR', n,
              date '2026-03-01' - (n / 10)::int, jsonb_build_object('amount', n::text, 'booked', true,
              'mapped_fields', jsonb_build_object('payee', 'Shop ' || n, 'description', 'Card ' || n))
         from generate_series(1, $2::int) n`,
      [many, TRANSACTIONS_MAX],
    );
    const { url } = await access({}, await gateway.token({ userId: many }));
    const whole = (await pull(url, 'start-date=0')).body;
    expect(whole.errlist.filter(({ code }) => code === 'act.missingdata')).toEqual([]);
    const shown = whole.accounts.map(({ transactions }) => transactions.map(({ id }) => Number(id)));
    expect(shown.map((ids) => ids.length)).toEqual([TRANSACTIONS_MAX / 2, TRANSACTIONS_MAX / 2, 0]);
    expect(new Set(shown.flat()).size).toBe(TRANSACTIONS_MAX);
    await gateway.publish(
      TransactionShapedV1,
      202,
      shapedOf(many, 202, [
        booked(100_001, '2010-01-01', { amount: '-1.00' }),
        booked(100_002, '2026-03-09', {}),
      ]),
    );
    const cut = (await pull(url, 'start-date=0')).body;
    const msg = `Only the newest ${TRANSACTIONS_MAX} transactions are shown: ask for a shorter time.`;
    expect(cut.errors.filter((error) => error === msg)).toHaveLength(1);
    expect(cut.errlist.filter(({ code }) => code === 'act.missingdata')).toEqual([
      { code: 'act.missingdata', msg, account_id: '201' },
      { code: 'act.missingdata', msg, account_id: '202' },
    ]);
    expect(cut.accounts.flatMap(({ transactions }) => transactions)).toHaveLength(TRANSACTIONS_MAX);
    expect(cut.accounts[1]?.transactions[0]?.id).toBe('100002');
  });

  it('contains no account number and no holder', async () => {
    const { iban, owner_name } = AccountUpsertedV1.sample.document;
    const text = JSON.stringify((await pull((await access()).url, 'start-date=0&pending=1')).body);
    for (const secret of [iban, owner_name]) if (secret) expect(text).not.toContain(secret);
  });

  it('is refused without credentials, with wrong ones, and once the feed is revoked', async () => {
    const { url, id } = await access();
    const wrong = url.replace(/:[0-9A-Za-z]{43}@/, `:${'0'.repeat(43)}@`);
    expect((await pull(wrong)).status).toBe(403);
    const bare = await fetch(`${gateway.url}/api/v1/simplefin/accounts`);
    expect(bare.status).toBe(403);
    expect(bare.headers.get('www-authenticate')).toBeNull();
    const gone = await gateway.request(`/api/v1/destinations/feed/connections/${id}`, {
      token,
      method: 'DELETE',
    });
    expect(gone.body).toEqual({ message: 'Feed deleted.' });
    expect((await pull(url)).body).toMatchObject({
      errors: [expect.stringContaining('revoked')],
      errlist: [{ code: 'gen.auth', msg: expect.stringContaining('revoked') as string }],
      connections: [],
      accounts: [],
    });
  });

  it('is limited: an app that sends too many requests has to wait', async () => {
    const { url, id } = await access();
    await gateway.database.execute(
      `update feeds set hour_began_at = now(), requests_in_hour = 119 where id = $1`,
      [Number(id)],
    );
    expect((await pull(url)).status).toBe(200);
    const { status, headers, body } = await pull(url);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(body.errors).toHaveLength(1);
    await gateway.database.execute(
      `update feeds set hour_began_at = now() - interval '61 minutes' where id = $1`,
      [Number(id)],
    );
    expect((await pull(url)).status).toBe(200);
  });

  it('reports its versions', async () => {
    const response = await fetch(`${gateway.url}/api/v1/simplefin/info`);
    expect(await response.json()).toEqual({ versions: ['1.0', '2.0'] });
  });
});

describe('a feed of some accounts', () => {
  it('has only these accounts', async () => {
    const { url } = await access({ financial_accounts: [SAVINGS] });
    expect((await pull(url)).body.accounts.map(({ id }) => id)).toEqual(['18']);
    expect(await idsOf(url, `${SINCE_2026}&account=17`)).toEqual([]);
  });

  it.each([[[99]], [[424_242]], [[]]])(
    'that are not the caller’s (%j) is 422',
    async (financial_accounts) => {
      const { status, body } = await make({ financial_accounts });
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: { financial_accounts: [expect.any(String) as string] } });
    },
  );

  it('made with a restricted token has that token’s accounts, pauses with it, and resumes when its owner keeps it', async () => {
    const restricted = await gateway.token({ userId, accountIds: [SAVINGS] });
    expect((await make({ financial_accounts: [EVERYDAY] }, restricted)).status).toBe(422);
    const { url, id } = await access({}, restricted);
    const accountsOf = async () => (await pull(url)).body.accounts.map((one) => one.id);
    expect(await accountsOf()).toEqual(['18']);
    const tokenId = await newestToken();
    await revokeToken(gateway.database, tokenId);
    expect((await pull(url)).status).toBe(403);
    expect((await gateway.get(`/destinations/feed/connections/${id}`, token)).body['data']).toMatchObject({
      paused: { reason: 'GRANT_ENDED', by: 'test' },
    });
    const keep = async (kind: string) => {
      const path = `/api/v1/made-by-apps/${kind}/${id}/keep`;
      return (await gateway.request(path, { method: 'POST', token })).status;
    };
    expect([await keep('nothing'), await keep('feed'), await keep('feed')]).toEqual([404, 200, 404]);
    expect(await accountsOf()).toEqual(['18']);
  });

  it('made with an expired token pauses although the token was not revoked', async () => {
    const restricted = await gateway.token({
      userId,
      accountIds: [SAVINGS],
      expiresAt: new Date(Date.now() + 3000),
    });
    const { url } = await access({}, restricted);
    await eventually(async () => expect((await pull(url)).status).toBe(403), { timeoutMs: 20_000 });
  });

  it('is not found by a token without its accounts', async () => {
    const { id } = await access({ financial_accounts: [EVERYDAY] });
    const restricted = await gateway.token({ userId, accountIds: [SAVINGS] });
    const path = `/destinations/feed/connections/${id}`;
    expect((await gateway.get(path, restricted)).status).toBe(404);
    const gone = await gateway.request(`/api/v1${path}`, { token: restricted, method: 'DELETE' });
    expect(gone.status).toBe(404);
    const { body } = await gateway.list('/destinations/feed/connections?page[size]=100', restricted);
    expect(JSON.stringify(body.data)).not.toContain(`"id":"${id}"`);
  });

  it('of another user is not found', async () => {
    const { id } = await access();
    const other = await gateway.token({ userId: otherId });
    expect((await gateway.get(`/destinations/feed/connections/${id}`, other)).status).toBe(404);
    expect((await gateway.list('/destinations/feed/connections', other)).body.data).toEqual([]);
  });

  it('is renamed, and has other accounts at the next request of the app that pulls from it', async () => {
    const { url, id } = await access({ financial_accounts: [SAVINGS] });
    const put = (body: object, by = token) =>
      gateway.request(`/api/v1/destinations/feed/connections/${id}`, { token: by, method: 'PUT', body });
    const accountsOf = async () => (await pull(url)).body.accounts.map((one) => one.id);
    expect(await put({ name: 'Renamed' })).toMatchObject({
      status: 200,
      body: {
        message: 'Feed updated.',
        data: { name: 'Renamed', financial_accounts: ['18'], claimed: 'true' },
      },
    });
    expect(await accountsOf()).toEqual(['18']);
    expect(await put({ financial_accounts: [EVERYDAY] })).toMatchObject({
      body: { data: { name: 'Renamed', financial_accounts: ['17'] } },
    });
    expect(await accountsOf()).toEqual(['17']);
    expect(await put({ financial_accounts: null })).toMatchObject({
      body: { data: { financial_accounts: null } },
    });
    expect(await accountsOf()).toEqual(['17', '18']);
    expect((await put({})).status).toBe(422);
    expect((await put({ financial_accounts: [99] })).status).toBe(422);
    expect(await accountsOf()).toEqual(['17', '18']);
    const other = await gateway.token({ userId: otherId });
    expect((await put({ name: 'Mine' }, other)).status).toBe(404);
  });

  it('that a restricted token made is not given accounts that the token may not read, not even by its owner', async () => {
    const restricted = await gateway.token({ userId, accountIds: [SAVINGS] });
    const { url, id } = await access({}, restricted);
    const put = (body: object) =>
      gateway.request(`/api/v1/destinations/feed/connections/${id}`, { token, method: 'PUT', body });
    for (const financial_accounts of [null, [EVERYDAY, SAVINGS]]) {
      expect((await put({ financial_accounts })).status).toBe(409);
    }
    expect((await put({ name: 'Renamed by its owner' })).status).toBe(200);
    expect((await pull(url)).body.accounts.map((one) => one.id)).toEqual(['18']);
  });

  it('requires read access to its content', async () => {
    const writer = await gateway.token({ userId, scopes: ['destinations:write'] });
    expect((await make({}, writer)).status).toBe(403);
  });
});

describe('a transaction in another currency than its account’s', () => {
  const JUNE_9 = `start-date=${Date.parse('2026-06-09') / 1000}&end-date=${Date.parse('2026-06-12') / 1000}`;

  beforeAll(async () => {
    const exchange = {
      source_currency: 'USD',
      target_currency: 'EUR',
      unit_currency: 'EUR',
      exchange_rate: '1.25',
    };
    await publish(
      booked(1501, '2026-06-09', { amount: '-10.00', currency: 'USD', currency_exchange: exchange }),
      booked(1502, '2026-06-09', { amount: '-20.00', currency: 'USD' }),
      booked(1503, '2026-06-10', { amount: '-3.00' }),
    );
  });

  async function shownIn(members: object) {
    const { url, id } = await access({ financial_accounts: [EVERYDAY], ...members });
    const { body } = await pull(url, JUNE_9);
    const rows = (body.accounts[0]?.transactions ?? []).map(({ id: row, amount, memo }) => [
      row,
      amount,
      memo,
    ]);
    return { rows, errors: body.errlist.filter(({ code }) => code === 'act.missingdata'), id };
  }

  it('is left out until the user says how, and the app is told how many', async () => {
    const { rows, errors } = await shownIn({});
    expect(rows).toEqual([['1503', '-3.00', '']]);
    expect(errors.map(({ msg }) => msg)).toEqual([expect.stringContaining('left out here (2)') as string]);
  });

  it('is converted by the bank’s rate; without one it is left out', async () => {
    const { rows, errors } = await shownIn({ on_other_currency: 'CONVERT' });
    expect(rows).toEqual([
      ['1503', '-3.00', ''],
      ['1501', '-8.00', ''],
    ]);
    expect(errors.map(({ msg }) => msg)).toEqual([expect.stringMatching(/\(1\).*no rate/) as string]);
  });

  it('is shown as it is, with its currency', async () => {
    const { rows, errors } = await shownIn({ on_other_currency: 'AS_IS' });
    expect(rows).toEqual([
      ['1503', '-3.00', ''],
      ['1502', '-20.00', '-20.00 USD, not converted'],
      ['1501', '-10.00', '-10.00 USD, not converted'],
    ]);
    expect(errors).toEqual([]);
  });

  it('follows what the user says later', async () => {
    const { id } = await shownIn({});
    const path = `/api/v1/destinations/feed/connections/${id}`;
    const body = { on_other_currency: 'CONVERT' };
    const changed = await gateway.request<{ data: object }>(path, { token, method: 'PUT', body });
    expect(changed.body.data).toMatchObject({ on_other_currency: 'CONVERT' });
  });
});

it('a feed shows the note as memo, and category and tags beside it', async () => {
  await publish(
    booked(1701, '2026-07-09', { category_id: '12', note: 'Lunch', tags: ['work'] }),
    booked(1702, '2026-07-08', {}),
  );
  const { url } = await access({ financial_accounts: [EVERYDAY] });
  const { body } = await pull(url, `start-date=${Date.parse('2026-07-08') / 1000}`);
  expect(body.accounts[0]?.transactions).toMatchObject([
    { id: '1701', memo: 'Lunch', extra: { category_id: '12', tags: ['work'] } },
    { id: '1702', memo: '', extra: {} },
  ]);
});
