import { accountSet, FeedAccountRow, FeedEntries, twoDecimals } from './feed-answer';
import { FeedError } from './feed-errors';

const SERVER = { url: 'https://tributary.example/simplefin', errors: [] };

const ACCOUNT: FeedAccountRow = {
  id: 7,
  document: {
    integrator: 'PROVIDER_A',
    meta: null,
    name: 'Current',
    custom_name: null,
    display_name: null,
    currency: 'EUR',
  },
  cleared: '1.00',
  available: null,
  balance_at: null,
  connection_id: null,
  connection_name: null,
  connection_status: null,
  institution_id: null,
  institution: null,
  institution_url: null,
};

const AT_BANK: FeedAccountRow = {
  ...ACCOUNT,
  connection_id: 3,
  connection_status: 'ACTIVE',
  institution_id: 2,
  institution: 'Example Bank',
  institution_url: 'https://www.bank.example/private',
};

interface Answer {
  readonly errors: readonly string[];
  readonly errlist: readonly FeedError[];
  readonly connections: readonly object[];
  readonly accounts: readonly { readonly org: object; readonly transactions: readonly { id: string }[] }[];
}

const ENTRIES_IN_ROW = 250;

function entries(count: number): FeedEntries[] {
  const all = Array.from({ length: count }, (_, id) =>
    JSON.stringify({ id: String(id), payee: `Shop ${id}` }),
  );
  const rows = Array.from({ length: Math.ceil(count / ENTRIES_IN_ROW) }, (_, row) =>
    all.slice(row * ENTRIES_IN_ROW, (row + 1) * ENTRIES_IN_ROW),
  );
  return rows.map((some) => ({ account_id: 7, entries: some.join(',') }));
}

async function answerOf(
  accounts: readonly FeedAccountRow[],
  transactions: readonly FeedEntries[] = [],
  errors: readonly FeedError[] = [],
): Promise<Answer> {
  let text = '';
  for await (const piece of accountSet(accounts, transactions, { ...SERVER, errors })) text += piece;
  return JSON.parse(text) as Answer;
}

describe('an answer with thousands of transactions', () => {
  it('contains all of them, as JSON', async () => {
    const { accounts } = await answerOf([ACCOUNT], entries(20_000));
    expect(accounts).toMatchObject([{ id: '7', balance: '1.00', holdings: [] }]);
    const ids = accounts[0]?.transactions.map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 20_000 }, (_, id) => id));
  });

  it('is sent in pieces, and other requests run in between', async () => {
    let turns = 0;
    const others = new AbortController();
    const turn = (): void => {
      turns += 1;
      if (!others.signal.aborted) setImmediate(turn);
    };
    turn();
    let turnsBefore = -1;
    let pieces = 0;
    for await (const piece of accountSet([ACCOUNT], entries(20_000), SERVER)) {
      expect(piece.length).toBeLessThan(80_000);
      expect(turns).toBeGreaterThan(turnsBefore);
      turnsBefore = turns;
      pieces += 1;
    }
    others.abort();
    expect(pieces).toBeGreaterThan(5);
  });

  it('is also complete for accounts without transactions, and without accounts', async () => {
    const { accounts } = await answerOf([ACCOUNT, { ...ACCOUNT, id: 8 }]);
    expect(accounts.map(({ transactions }) => transactions)).toEqual([[], []]);
    expect(await answerOf([])).toEqual({ errors: [], errlist: [], connections: [], accounts: [] });
  });
});

describe('the institution of an account', () => {
  const sfin = SERVER.url;

  it('is its organization in version 1, and stands at its connection in version 2', async () => {
    const named = { ...AT_BANK, id: 8, connection_id: 4, connection_name: 'Our bank' };
    expect(await answerOf([AT_BANK, { ...AT_BANK, id: 9 }, named])).toMatchObject({
      connections: [
        {
          conn_id: '3',
          name: 'Example Bank',
          org_id: '2',
          org_name: 'Example Bank',
          org_url: 'https://www.bank.example/private',
          sfin_url: sfin,
        },
        { conn_id: '4', name: 'Our bank', org_id: '2' },
      ],
      accounts: [
        {
          conn_id: '3',
          org: {
            domain: 'bank.example',
            name: 'Example Bank',
            id: '2',
            url: 'https://www.bank.example/private',
            'sfin-url': sfin,
          },
        },
        { conn_id: '3' },
        { conn_id: '4' },
      ],
    });
  });

  it('without a known address has this server’s domain and no url', async () => {
    for (const institution_url of [null, 'bank.example', 'javascript:alert(1)']) {
      const { accounts, connections } = await answerOf([{ ...AT_BANK, institution_url }]);
      expect(accounts[0]?.org).toEqual({
        domain: 'tributary.example',
        name: 'Example Bank',
        id: '2',
        'sfin-url': sfin,
      });
      expect(connections).toEqual([
        { conn_id: '3', name: 'Example Bank', org_id: '2', org_name: 'Example Bank', sfin_url: sfin },
      ]);
    }
  });

  it('is this server for an account that was made by hand', async () => {
    expect(await answerOf([ACCOUNT])).toMatchObject({
      connections: [{ conn_id: 'tributary', name: 'Tributary', org_id: 'tributary', sfin_url: sfin }],
      accounts: [{ conn_id: 'tributary', org: { name: 'Tributary', domain: 'tributary.example' } }],
    });
  });
});

describe('the institution of an account that came from a SimpleFIN server', () => {
  const server = { ...AT_BANK, institution: 'SimpleFIN', institution_url: null };
  const from = (meta: string | null, id: number): FeedAccountRow => ({
    ...server,
    id,
    document: { ...ACCOUNT.document, integrator: 'SIMPLEFIN', meta },
  });

  it('is the one that the server names, with a connection for each', async () => {
    const near = JSON.stringify({
      institution: 'Near Bank',
      institution_domain: 'near.example',
      institution_url: 'https://near.example',
    });
    const far = JSON.stringify({ institution: 'Far Bank', institution_url: 'https://www.far.example' });
    const answer = await answerOf([from(near, 7), from(near, 8), from(far, 9)]);
    expect(answer.connections).toMatchObject([
      { conn_id: '3/near.example', org_id: 'near.example', org_name: 'Near Bank' },
      { conn_id: '3/far.example', org_id: 'far.example', org_name: 'Far Bank' },
    ]);
    expect(answer.accounts).toMatchObject([
      { conn_id: '3/near.example', org: { domain: 'near.example', name: 'Near Bank', id: 'near.example' } },
      { conn_id: '3/near.example' },
      { conn_id: '3/far.example', org: { url: 'https://www.far.example', domain: 'far.example' } },
    ]);
  });

  it('is the server itself where it names none', async () => {
    for (const meta of [null, 'no JSON', '{}', '[]', 'null', '{"institution":7}']) {
      const { accounts } = await answerOf([from(meta, 7)]);
      expect(accounts).toMatchObject([{ conn_id: '3', org: { id: '2', name: 'SimpleFIN' } }]);
    }
  });
});

describe('the errors of an answer', () => {
  const attention = 'Connection to Example Bank may need attention';

  it('say once for a connection that its consent has ended', async () => {
    const expired = { ...AT_BANK, connection_status: 'EXPIRED' as const };
    expect(await answerOf([expired, { ...expired, id: 8 }])).toMatchObject({
      errors: [attention],
      errlist: [{ code: 'con.auth', msg: attention, conn_id: '3' }],
    });
  });

  it('name each account of a connection that fails, and one that fails alone', async () => {
    const failing = { ...AT_BANK, connection_status: 'FAILING' as const };
    const alone = { ...AT_BANK, id: 9, connection_id: 4 };
    const document = { ...ACCOUNT.document, health: { status: 'FAILING' as const } };
    const { errors, errlist } = await answerOf([failing, { ...failing, id: 8 }, { ...alone, document }]);
    expect(errors).toEqual([attention, 'Current could not be read lately.']);
    expect(errlist).toEqual([
      { code: 'act.failed', msg: attention, conn_id: '3', account_id: '7' },
      { code: 'act.failed', msg: attention, conn_id: '3', account_id: '8' },
      { code: 'act.failed', msg: errors[1], conn_id: '4', account_id: '9' },
    ]);
  });

  it('begin with those of the request, whose sentences stand once in version 1', async () => {
    const msg = 'There are more.';
    const missing = ['7', '8'].map((account_id) => ({ code: 'act.missingdata' as const, msg, account_id }));
    const { errors, errlist } = await answerOf([{ ...ACCOUNT, cleared: null }], [], missing);
    const unknown = 'The balance of Current is not known yet.';
    expect(errors).toEqual([msg, unknown]);
    expect(errlist).toEqual([...missing, { code: 'act.', msg: unknown, account_id: '7' }]);
  });
});

it.each([
  ['12', '12.00'],
  ['-3.5', '-3.50'],
  ['1.500', '1.50'],
  ['0.125', '0.125'],
])('a balance of %s is shown as %s', (amount, shown) => {
  expect(twoDecimals(amount)).toBe(shown);
});
