import { AccountUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { eventually } from '@tributary/testing';
import { get, type IncomingMessage } from 'node:http';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

const ACCOUNT = 51;
const OTHER_ACCOUNT = 52;
const LARGE_ACCOUNT = 53;
const LARGE_ROWS = 50_000;
/** Each row of the large account has a text of this length, so that no socket's buffer holds the file. */
const WIDE_TEXT = 1_000;

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let largeUserId: number;
let largeToken: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('export@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, ACCOUNT, accountOf(userId, ACCOUNT));
  await gateway.publish(AccountUpsertedV1, OTHER_ACCOUNT, accountOf(userId, OTHER_ACCOUNT));
  const rows = Array.from({ length: 30 }, (_, index) =>
    transactionOf(2000 + index, {
      amount: `${index % 2 === 0 ? '-' : ''}${index}.10`,
      booked: index % 3 !== 0,
      mapped_fields: {
        payee: index === 4 ? '=HYPERLINK("https://example.com")' : `Payee ${index}`,
        date: null,
      },
      creditor: { name: 'Café, "Ltd"', iban: 'NL01' },
    }),
  );
  await gateway.publish(TransactionShapedV1, ACCOUNT, shapedOf(userId, ACCOUNT, rows));
  await gateway.publish(
    TransactionShapedV1,
    OTHER_ACCOUNT,
    shapedOf(userId, OTHER_ACCOUNT, [transactionOf(3000, {})]),
  );
  largeUserId = await gateway.user('large-export@example.com');
  largeToken = await gateway.token({ userId: largeUserId });
  await fillLargeAccount(gateway, largeUserId, LARGE_ROWS);
}, 60_000);
afterAll(() => gateway.close());
afterEach(() => jest.restoreAllMocks());

async function fillLargeAccount(of: GatewayUnderTest, ownerId: number, rows: number): Promise<void> {
  await of.publish(AccountUpsertedV1, LARGE_ACCOUNT, accountOf(ownerId, LARGE_ACCOUNT));
  await of.database.execute(
    `insert into transactions (user_id, id, account_id, shaped_version, removed, created_at, updated_at, changed_at, booked,
        currency, amount, booking_date, raw, split)
     select $1, 100000 + n, $2, 1, false, now(), now(), now(), true, 'EUR', -1, '2026-03-02',
            jsonb_build_object('booked', true, 'currency', 'EUR', 'amount', '-1.00', 'mapped_fields', '{}'::jsonb,
                               'additional_information', n || repeat('x', $3)), 'NONE'
       from generate_series(1, $4::bigint) n`,
    [ownerId, LARGE_ACCOUNT, WIDE_TEXT, rows],
  );
}

function urlOf(query: string): string {
  return `${gateway.url}/api/v1/finance/transactions/export?${query}`;
}

function download(query: string, by: string): Promise<Response> {
  return fetch(urlOf(query), { headers: { authorization: `Bearer ${by}` } });
}

/** A download whose client takes nothing of the body. */
function begunDownload(query: string, by: string, from = gateway): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(
      `${from.url}/api/v1/finance/transactions/export?${query}`,
      { headers: { authorization: `Bearer ${by}` } },
      resolve,
    ).on('error', reject);
  });
}

async function linesOf(query: string, by = token): Promise<string[]> {
  const response = await download(query, by);
  expect(response.status).toBe(200);
  return (await response.text()).trimEnd().split('\r\n');
}

async function idsOf(query: string, by = token): Promise<string[]> {
  const [, ...lines] = await linesOf(query, by);
  return lines.map((line) => line.split(',')[0] ?? '');
}

describe('the export of transactions', () => {
  it.each([
    '',
    'sort=amount',
    'sort=-booking_date,amount',
    'filter[search]=payee 1',
    'filter[search]=payee&sort=-amount',
    'filter[booked]=true',
    `filter[financial_account_id]=${ACCOUNT}&filter[amount_min]=3`,
    'disable_rules=true&sort=id',
  ])('has what the list has, in its order: "%s"', async (query) => {
    const { body } = await gateway.list(`/finance/transactions?page[size]=100&${query}`, token);
    expect(await idsOf(query)).toEqual(body.data.map(({ id }) => id));
  });

  it('is a CSV file that a browser stores and no cache keeps', async () => {
    const response = await download('', token);
    await response.text();
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('makes formulas texts, and quotes what has to be', async () => {
    const [line] = (await linesOf('filter[id]=2004')).slice(1);
    expect(line).toContain(`"'=HYPERLINK(""https://example.com"")"`);
    expect(line).toContain('"Café, ""Ltd"""');
    expect(line).toContain(',-4.10,');
  });

  it('begins with a byte order mark on request', async () => {
    const file = await (await download('byte_order_mark=true', token)).arrayBuffer();
    expect([...new Uint8Array(file).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('has only granted accounts, and no identifiers without their scope', async () => {
    const narrow = await gateway.token({ userId, scopes: ['transactions:read'], accountIds: [ACCOUNT] });
    const text = (await linesOf('', narrow)).join('\n');
    expect(text).not.toContain('3000,');
    expect(text).not.toContain('NL01');
    expect((await linesOf('filter[id]=2004')).join('\n')).toContain('NL01');
  });

  it('takes no page, and refuses filters that the list refuses', async () => {
    expect((await download('page[size]=5', token)).status).toBe(422);
    expect((await download('filter[unknown]=5', token)).status).toBe(422);
  });

  it('sends a large account whole', async () => {
    const response = await download('sort=id', largeToken);
    let lines = 0;
    let last = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      lines += text.split('\r\n').length - 1;
      last = (last + text).slice(-10 * WIDE_TEXT);
    }
    expect(lines).toBe(LARGE_ROWS + 1);
    expect(last).toContain(`\r\n${100_000 + LARGE_ROWS},`);
  }, 60_000);

  it('goes on at its client’s pace for longer than requests may wait for an answer', async () => {
    const [timeoutMs, rows] = [1_000, 20_000];
    const hurried = await GatewayUnderTest.start({ REQUEST_TIMEOUT_MS: String(timeoutMs) });
    try {
      const ownerId = await hurried.user('slow-export@example.com');
      await fillLargeAccount(hurried, ownerId, rows);
      const begun = await begunDownload('sort=id', await hurried.token({ userId: ownerId }), hurried);
      await new Promise((resolve) => setTimeout(resolve, 2 * timeoutMs));
      let lines = 0;
      for await (const chunk of begun) lines += String(chunk).split('\r\n').length - 1;
      expect(lines).toBe(rows + 1);
    } finally {
      await hurried.close();
    }
  }, 60_000);

  it('of more transactions than it may have is refused, and says how to export them in parts', async () => {
    const limited = await GatewayUnderTest.start({ EXPORT_ROWS_MAX: '20' });
    try {
      const ownerId = await limited.user('too-many@example.com');
      const bearer = await limited.token({ userId: ownerId });
      await fillLargeAccount(limited, ownerId, 21);
      const path = '/api/v1/finance/transactions/export';
      const refused = await limited.request(path, { token: bearer });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).toContain('More than 20 transactions match');
      const part = await limited.request<string>(`${path}?filter[id]=100001`, { token: bearer });
      expect([part.status, part.body.trimEnd().split('\r\n').length]).toEqual([200, 2]);
      await limited.database.execute('delete from transactions where id = 100021');
      expect((await limited.request(path, { token: bearer })).status).toBe(200);
    } finally {
      await limited.close();
    }
  }, 60_000);

  it('reads no further ahead than its client, holds no connection meanwhile, and ends with the client', async () => {
    const read = jest.spyOn(Database.prototype, 'query');
    const begun = await begunDownload('sort=id', largeToken);
    const batches = await settled(() => read.mock.calls.filter(isBatch).length);
    expect(batches).toBeLessThan(LARGE_ROWS / 500 / 2);
    await noStatementsRun();

    begun.destroy();
    expect((await idsOf('filter[id]=100001', largeToken))[0]).toBe('100001');
    expect(await settled(() => read.mock.calls.filter(isBatch).length)).toBeLessThan(batches + 5);
    await noStatementsRun();
  }, 60_000);
});

function isBatch([sql]: Parameters<Database['query']>): boolean {
  return sql.includes('with ordinality p(id, position)');
}

const LOOKS = 5;

/** The value once it no longer changes over several looks: on a busy machine a batch may take longer than one. */
function settled(value: () => number): Promise<number> {
  let [last, same] = [0, 0];
  return eventually(
    () => {
      const now = value();
      same = now === last ? same + 1 : 0;
      last = now;
      if (last === 0 || same < LOOKS) throw new Error('it still changes');
      return last;
    },
    { intervalMs: 500, timeoutMs: 30_000 },
  );
}

async function noStatementsRun(): Promise<void> {
  await eventually(async () => {
    const [busy] = await gateway.database.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle' and query like '%with ordinality p(id, position)%'`,
    );
    expect(busy?.count).toBe(0);
  });
}
