import { importPKCS8, SignJWT } from 'jose';
import { call, withDataDir, type Answer, type Json } from '../sandbox.fixture';
import { startSandbox, type Sandbox } from '../../src/sandbox';
import type { SandboxOptions } from '../../src/sandbox-options';

const REDIRECT = 'https://client.example/callback';
const DAY_MS = 86_400_000;

interface TokenParts {
  readonly kid?: string;
  readonly audience?: string;
  readonly lifetime?: string;
}

async function token(sandbox: Sandbox, parts: TokenParts = {}): Promise<string> {
  const { applicationId, privateKey } = sandbox.credentials.providerB;
  return new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: parts.kid ?? applicationId })
    .setIssuer('enablebanking.com')
    .setAudience(parts.audience ?? 'api.enablebanking.com')
    .setIssuedAt()
    .setExpirationTime(parts.lifetime ?? '1h')
    .sign(await importPKCS8(privateKey, 'RS256'));
}

/** A client with a good token. */
class Client {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly authorization: string,
  ) {}

  static async of(sandbox: Sandbox): Promise<Client> {
    return new Client(sandbox, `Bearer ${await token(sandbox)}`);
  }

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(method, `${this.sandbox.providerBUrl}${path}`, body, this.authorization);
  }

  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(method, `${this.sandbox.controlUrl}${path}`, body);
  }

  authorize(name: string, validForMs = 90 * DAY_MS): Promise<Answer> {
    return this.ask('POST', '/auth', {
      access: { valid_until: new Date(Date.now() + validForMs).toISOString() },
      aspsp: { name, country: 'CZ' },
      state: 'state-1',
      redirect_url: REDIRECT,
    });
  }

  async code(name: string): Promise<string> {
    const { body } = await this.authorize(name);
    const answer = await fetch(String(body['url']), { redirect: 'manual' });
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.searchParams.get('state')).toBe('state-1');
    return location.searchParams.get('code') ?? '';
  }

  /** The session and the uids of its accounts. */
  async session(name: string): Promise<{ id: string; uids: string[] }> {
    const { body } = await this.ask('POST', '/sessions', { code: await this.code(name) });
    const accounts = body['accounts'] as { uid: string }[];
    return { id: String(body['session_id']), uids: accounts.map(({ uid }) => uid) };
  }
}

async function withClient(use: (client: Client) => Promise<void>, options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  try {
    await use(await Client.of(sandbox));
  } finally {
    await sandbox.close();
  }
}

let client: Client;
beforeAll(async () => {
  client = await Client.of(await startSandbox());
});
afterEach(() => client.control('PUT', '/provider-b/behaviour', {}));
afterAll(() => client.sandbox.close());

const rowsOf = ({ body }: Answer): Json[] => body['transactions'] as Json[];

describe('a token', () => {
  it.each<[string, TokenParts]>([
    ['of another application', { kid: 'somebody' }],
    ['for another audience', { audience: 'api.example' }],
    ['that is good for more than a day', { lifetime: '25h' }],
    ['that is over', { lifetime: '-1h' }],
  ])('%s is refused', async (_, parts) => {
    const authorization = `Bearer ${await token(client.sandbox, parts)}`;
    const answer = await call('GET', `${client.sandbox.providerBUrl}/application`, undefined, authorization);
    expect(answer).toMatchObject({ status: 401, body: { code: 401, error: 'UNAUTHORIZED_APPLICATION' } });
  });

  it('is required', async () => {
    expect((await call('GET', `${client.sandbox.providerBUrl}/aspsps`)).status).toBe(401);
    expect((await client.ask('GET', '/application')).body['active']).toBe(true);
  });
});

describe('a session', () => {
  it('cannot be longer than the bank allows, nor at an unknown bank', async () => {
    const long = await client.authorize('BERKA_3', 181 * DAY_MS);
    expect(long).toMatchObject({ status: 422, body: { error: 'WRONG_REQUEST_PARAMETERS' } });
    const nobody = await client.authorize('Nobody');
    expect(nobody).toMatchObject({ status: 422, body: { error: 'WRONG_ASPSP_PROVIDED' } });
  });

  it('is created from a code once', async () => {
    const code = await client.code('BERKA_3');
    expect((await client.ask('POST', '/sessions', { code })).status).toBe(200);
    expect((await client.ask('POST', '/sessions', { code })).body['error']).toBe('ALREADY_AUTHORIZED');
    expect((await client.ask('POST', '/sessions', { code: 'x' })).body['error']).toBe(
      'WRONG_AUTHORIZATION_CODE',
    );
  });

  it('has ids of its own for accounts that keep their hash', async () => {
    const [one, two] = [await client.session('BERKA_3'), await client.session('BERKA_3')];
    expect(one.uids.filter((uid) => two.uids.includes(uid))).toEqual([]);
    const hashes = async ({ id }: { id: string }) => {
      const { body } = await client.ask('GET', `/sessions/${id}`);
      const data = body['accounts_data'] as { identification_hash: string }[];
      return data.map(({ identification_hash }) => identification_hash);
    };
    expect(await hashes(one)).toEqual(await hashes(two));
  });

  it('that has ended says how it ended', async () => {
    const { id, uids } = await client.session('BERKA_1');
    expect((await client.ask('DELETE', `/sessions/${id}`)).status).toBe(200);
    expect((await client.ask('GET', `/sessions/${id}`)).body['status']).toBe('CLOSED');
    const answer = await client.ask('GET', `/accounts/${uids[0]}/balances`);
    expect(answer).toMatchObject({ status: 401, body: { error: 'CLOSED_SESSION' } });
  });

  it('ends on its day', async () => {
    let now = Date.now();
    await withClient(
      async (own) => {
        const { id, uids } = await own.session('BERKA_1');
        now += 91 * DAY_MS;
        expect((await own.ask('GET', `/sessions/${id}`)).body['status']).toBe('EXPIRED');
        const answer = await own.ask('GET', `/accounts/${uids[0]}/details`);
        expect(answer.body['error']).toBe('EXPIRED_SESSION');
      },
      { now: () => now },
    );
  });

  it('outlives a restart', async () => {
    await withDataDir(async (dataDir) => {
      let uid = '';
      await withClient(
        async (own) => {
          uid = (await own.session('BERKA_1')).uids[0] ?? '';
        },
        { dataDir },
      );
      await withClient(
        async (own) => {
          expect((await own.ask('GET', `/accounts/${uid}/balances`)).status).toBe(200);
        },
        { dataDir },
      );
    });
  });
});

describe('transactions', () => {
  it('have no sign, a direction, and the bank’s own text of the amount', async () => {
    const { uids } = await client.session('BERKA_1');
    const rows = rowsOf(await client.ask('GET', `/accounts/${uids[0]}/transactions`));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row['credit_debit_indicator']).toMatch(/^(CRDT|DBIT)$/);
      expect((row['transaction_amount'] as Json)['amount']).toMatch(/^\d+(\.\d+)?$/);
    }
  });

  it('come in pages, whose keys work only for the same request', async () => {
    const { uids } = await client.session('BERKA_1');
    const path = `/accounts/${uids[0]}/transactions`;
    const all = rowsOf(await client.ask('GET', path));
    await client.control('PUT', '/provider-b/behaviour', { rows_per_page: 10 });
    const paged: Json[] = [];
    let key: string | undefined;
    do {
      const query: string = key === undefined ? '' : `?continuation_key=${key}`;
      const page: Answer = await client.ask('GET', `${path}${query}`);
      paged.push(...rowsOf(page));
      key = page.body['continuation_key'] as string | undefined;
    } while (key !== undefined);
    expect(paged).toEqual(all);

    const first = await client.ask('GET', path);
    const other = `${path}?date_from=2026-01-01&continuation_key=${String(first.body['continuation_key'])}`;
    expect((await client.ask('GET', other)).body['error']).toBe('WRONG_CONTINUATION_KEY');
  });

  it.each([
    ['date_to=2026-01-31', 'DATE_TO_WITHOUT_DATE_FROM'],
    ['date_from=2026-02-01&date_to=2026-01-01', 'WRONG_DATE_INTERVAL'],
    ['date_from=2999-01-01', 'DATE_FROM_IN_FUTURE'],
    ['date_from=2000-01-01', 'WRONG_TRANSACTIONS_PERIOD'],
    ['date_from=yesterday', 'WRONG_REQUEST_PARAMETERS'],
    ['transaction_status=DONE', 'WRONG_REQUEST_PARAMETERS'],
  ])('requested with %s are refused: %s', async (query, error) => {
    const { uids } = await client.session('BERKA_1');
    const answer = await client.ask('GET', `/accounts/${uids[0]}/transactions?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { error, code: 422 } });
  });

  it('cost a call of the day, and further pages cost none', async () => {
    await withClient(
      async (own) => {
        const { uids } = await own.session('BERKA_1');
        await own.control('PUT', '/provider-b/behaviour', { rows_per_page: 10 });
        const path = `/accounts/${uids[0]}/transactions`;
        const { body } = await own.ask('GET', path);
        const next = `${path}?continuation_key=${String(body['continuation_key'])}`;
        expect((await own.ask('GET', next)).status).toBe(200);
        expect(await own.ask('GET', path)).toMatchObject({
          status: 429,
          body: { error: 'ASPSP_RATE_LIMIT_EXCEEDED' },
        });
      },
      { dailyCalls: 1 },
    );
  });
});

it('an unknown behaviour is refused by name', async () => {
  const answer = await client.control('PUT', '/provider-b/behaviour', { rows: 3 });
  expect(answer).toMatchObject({ status: 400, body: { message: 'rows is not known' } });
});
