import { addDays } from '@tributary/money';
import { call, SandboxFixture } from '../sandbox.fixture';

const TODAY = '2026-11-21';
const DAY_MS = 86_400_000;

let nowMs = Date.parse('2026-11-21T10:00:00Z');
let fixture: SandboxFixture;

beforeAll(async () => {
  fixture = await SandboxFixture.start({ accounts: 10, dailyCalls: 3, now: () => nowMs });
});
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:00:00Z');
  await fixture.reset();
});
afterAll(() => fixture.close());

describe('tokens', () => {
  test('a wrong secret gives no token', async () => {
    const answer = await call('POST', `${fixture.sandbox.providerAUrl}/token/new/`, {
      secret_id: 'sandbox-secret-id',
      secret_key: 'wrong',
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ status_code: 401, summary: expect.any(String) as unknown });
  });

  test('an access token ends after a day and a refresh token gives a new one', async () => {
    const url = fixture.sandbox.providerAUrl;
    const { secretId, secretKey } = fixture.sandbox.credentials.providerA;
    const tokens = (await call('POST', `${url}/token/new/`, { secret_id: secretId, secret_key: secretKey }))
      .body;
    expect(tokens).toMatchObject({ access_expires: 86_400, refresh_expires: 2_592_000 });
    nowMs += DAY_MS;
    const late = await fixture.provider('GET', '/institutions/');
    expect(late.status).toBe(401);
    expect(late.body).toMatchObject({ detail: 'Token is invalid or expired', status_code: 401 });
    const renewed = (await call('POST', `${url}/token/refresh/`, { refresh: tokens['refresh'] })).body;
    const access = String(renewed['access']);
    expect((await call('GET', `${url}/institutions/`, undefined, `Bearer ${access}`)).status).toBe(200);
    nowMs += 30 * DAY_MS;
    expect((await call('POST', `${url}/token/refresh/`, { refresh: tokens['refresh'] })).status).toBe(401);
  });

  test('all resources but the tokens need a token', async () => {
    expect((await call('GET', `${fixture.sandbox.providerAUrl}/institutions/`)).status).toBe(401);
  });
});

describe('institutions', () => {
  test('are a bare list by country, with counts as strings', async () => {
    const { body } = await fixture.provider('GET', '/institutions/?country=CZ');
    expect(body).toEqual([
      expect.objectContaining({
        id: 'BERKA',
        transaction_total_days: '730',
        max_access_valid_for_days: '180',
      }),
      expect.objectContaining({ id: 'SANDBOXFINANCE_SFIN0000' }),
    ]);
    expect((await fixture.provider('GET', '/institutions/?country=FI')).body).toHaveLength(1);
  });

  test('one lists its features, an unknown one is 404', async () => {
    const { body } = await fixture.provider('GET', '/institutions/BERKA_2/');
    expect(body['supported_features']).toContain('pending_transactions');
    expect((await fixture.provider('GET', '/institutions/NONE/')).status).toBe(404);
  });
});

describe('consent', () => {
  test('opening the link gives the consent and redirects the user with the reference', async () => {
    const created = await fixture.provider('POST', '/requisitions/', {
      redirect: 'https://client.example/callback?x=1',
      institution_id: 'BERKA_2',
      reference: 'connection 7',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ status: 'CR', accounts: [] });
    const consent = await fetch(String(created.body['link']), { redirect: 'manual' });
    expect(consent.status).toBe(302);
    expect(consent.headers.get('location')).toBe('https://client.example/callback?x=1&ref=connection+7');
    const linked = await fixture.provider('GET', `/requisitions/${String(created.body['id'])}/`);
    expect(linked.body).toMatchObject({ status: 'LN' });
    expect(linked.body['accounts']).toHaveLength(2);
    const agreement = await fixture.provider(
      'GET',
      `/agreements/enduser/${String(linked.body['agreement'])}/`,
    );
    expect(agreement.body).toMatchObject({
      max_historical_days: 90,
      accepted: expect.any(String) as unknown,
    });
  });

  test('a user who refuses is redirected with an error', async () => {
    const { body } = await fixture.provider('POST', '/requisitions/', {
      redirect: 'https://client.example/callback',
      institution_id: 'BERKA_2',
    });
    const consent = await fetch(`${String(body['link'])}?deny=1`, { redirect: 'manual' });
    expect(consent.headers.get('location')).toContain('error=UserCancelledSession');
    expect((await fixture.provider('GET', `/requisitions/${String(body['id'])}/`)).body['status']).toBe('RJ');
  });

  test('each requisition lists its own accounts, with the same ids', async () => {
    const two = await fixture.link('BERKA_2');
    const three = await fixture.link('BERKA_3');
    expect(three.slice(0, 2)).toEqual(two);
    expect(three).toHaveLength(3);
  });

  test('a reference works once, and bad fields are named', async () => {
    const body = { redirect: 'https://client.example', institution_id: 'BERKA_2', reference: 'r' };
    await fixture.provider('POST', '/requisitions/', body);
    const again = await fixture.provider('POST', '/requisitions/', body);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      reference: { summary: expect.any(String) as unknown },
      status_code: 400,
    });
    const agreement = await fixture.provider('POST', '/agreements/enduser/', {
      institution_id: 'BERKA_2',
      access_valid_for_days: 181,
    });
    expect(agreement.status).toBe(400);
    expect(agreement.body).toHaveProperty('access_valid_for_days');
    const unknown = await fixture.provider('POST', '/requisitions/', {
      ...body,
      institution_id: 'NONE',
      reference: 's',
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toHaveProperty('institution_id');
  });

  test('an account is readable only while a requisition lists it', async () => {
    const [account] = await fixture.link('BERKA_1');
    expect((await fixture.provider('GET', `/accounts/${account}/`)).status).toBe(200);
    const { body } = await fixture.provider('GET', '/requisitions/');
    const [requisition] = body['results'] as { id: string }[];
    await fixture.provider('DELETE', `/requisitions/${requisition?.id}/`);
    expect((await fixture.provider('GET', `/accounts/${account}/`)).status).toBe(404);
    expect((await fixture.provider('GET', '/agreements/enduser/')).body['count']).toBe(0);
  });

  test('an ended agreement is 401 with its type, a scope that was not granted is 403', async () => {
    const [account] = await fixture.link('BERKA_1', { access_valid_for_days: 1, access_scope: ['balances'] });
    expect((await fixture.provider('GET', `/accounts/${account}/transactions/`)).status).toBe(403);
    expect((await fixture.provider('GET', `/accounts/${account}/balances/`)).status).toBe(200);
    nowMs += DAY_MS;
    const renewed = await freshToken(fixture);
    const answer = await call(
      'GET',
      `${fixture.sandbox.providerAUrl}/accounts/${account}/balances/`,
      undefined,
      `Bearer ${renewed}`,
    );
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ type: 'AccessExpiredError' });
  });
});

describe('account resources', () => {
  test('details, balances and transactions have the published shapes', async () => {
    const [account] = await fixture.link('BERKA_1');
    const details = await fixture.provider('GET', `/accounts/${account}/details/`);
    expect(details.body['account']).toMatchObject({ currency: 'CZK', cashAccountType: 'CACC' });
    const balances = await fixture.provider('GET', `/accounts/${account}/balances/`);
    expect(balances.body['balances']).toEqual([
      expect.objectContaining({ balanceType: 'interimBooked' }),
      expect.objectContaining({ balanceType: 'interimAvailable' }),
    ]);
    const { body } = await fixture.provider('GET', `/accounts/${account}/transactions/`);
    expect(body).toMatchObject({ transactions: { booked: expect.any(Array) as unknown, pending: [] } });
  });

  test('a window includes both of its days, and windows add up to the whole history', async () => {
    const [account] = await fixture.link('BERKA_1');
    const path = `/accounts/${account}/transactions/`;
    const all = dates(await fixture.provider('GET', path));
    const middle = all[Math.floor(all.length / 2)] ?? '';
    const one = dates(await fixture.provider('GET', `${path}?date_from=${middle}&date_to=${middle}`));
    expect(one).toEqual(all.filter((date) => date === middle));
    const older = dates(await fixture.provider('GET', `${path}?date_to=${addDays(middle, -1)}`));
    expect(older).toEqual(all.filter((date) => date < middle));
  });

  test('a window that is malformed, reversed or older than agreed is 400 and names the field', async () => {
    const [account] = await fixture.link('BERKA_1', { max_historical_days: 90 });
    const path = `/accounts/${account}/transactions/`;
    const tooOld = await fixture.provider('GET', `${path}?date_from=${addDays(TODAY, -91)}`);
    expect(tooOld.status).toBe(400);
    expect(tooOld.body).toMatchObject({ date_from: { summary: 'Incorrect date_from' }, status_code: 400 });
    expect((await fixture.provider('GET', `${path}?date_from=2026-02-30`)).body).toHaveProperty('date_from');
    const reversed = `${path}?date_from=2026-11-02&date_to=2026-11-01`;
    expect((await fixture.provider('GET', reversed)).body).toHaveProperty('date_to');
    expect((await fixture.provider('GET', `${path}?date_from=${addDays(TODAY, -90)}`)).status).toBe(200);
  });
});

describe('allowances', () => {
  test('each account and scope has its own; only successful calls count; the fourth is 429', async () => {
    const [account, other] = await fixture.link('BERKA_2');
    const path = `/accounts/${account}/transactions/`;
    for (const remaining of ['2', '1', '0']) {
      await fixture.provider('GET', `${path}?date_from=nonsense`);
      const { headers } = await fixture.provider('GET', path);
      expect(headers.get('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_LIMIT')).toBe('3');
      expect(headers.get('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING')).toBe(remaining);
      expect(headers.get('HTTP_X_RATELIMIT_LIMIT')).not.toBeNull();
    }
    const refused = await fixture.provider('GET', path);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_RESET')).toBe('50400');
    expect(refused.body).toEqual({
      summary: 'Rate limit exceeded',
      detail: 'The rate limit for this resource is 3/day. Please try again in 50400 seconds',
      status_code: 429,
    });
    expect((await fixture.provider('GET', `/accounts/${account}/balances/`)).status).toBe(200);
    expect((await fixture.provider('GET', `/accounts/${other}/transactions/`)).status).toBe(200);
  });

  test('they reset at midnight UTC, and earlier requests are counted', async () => {
    const [account] = await fixture.link('BERKA_1');
    const path = `/accounts/${account}/balances/`;
    for (let count = 0; count < 5; count += 1) await fixture.provider('GET', path);
    const ledger = await fixture.control('GET', '/ledger/provider-a?institution=BERKA_1');
    expect(ledger.body['accounts']).toEqual([
      expect.objectContaining({
        requests: { account: 0, details: 0, balances: 5, transactions: 0 },
        requests_in_retry_after: 1,
      }),
    ]);
    nowMs = Date.parse('2026-11-22T00:00:00Z');
    expect((await fixture.provider('GET', path)).status).toBe(200);
  });

  test('the account itself is free', async () => {
    const [account] = await fixture.link('BERKA_1');
    for (let count = 0; count < 5; count += 1) {
      expect((await fixture.provider('GET', `/accounts/${account}/`)).status).toBe(200);
    }
  });
});

function dates(answer: { body: Record<string, unknown> }): string[] {
  const { booked } = answer.body['transactions'] as { booked: { bookingDate: string }[] };
  return booked.map((transaction) => transaction.bookingDate);
}

async function freshToken({ sandbox }: SandboxFixture): Promise<string> {
  const { secretId, secretKey } = sandbox.credentials.providerA;
  const body = { secret_id: secretId, secret_key: secretKey };
  return String((await call('POST', `${sandbox.providerAUrl}/token/new/`, body)).body['access']);
}

describe('the interface as its own server is built', () => {
  it('sends a GET without the closing slash on to the address with it', async () => {
    const answer = await fixture.provider('GET', '/institutions?country=CZ');
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toMatch(/\/api\/v2\/institutions\/\?country=CZ$/);
    expect((await fixture.provider('POST', '/requisitions', {})).status).toBe(404);
  });

  it('takes a DELETE whose content type is JSON without a body', async () => {
    const agreed = await fixture.provider('POST', '/agreements/enduser/', { institution_id: 'BERKA_1' });
    const requisition = await fixture.provider('POST', '/requisitions/', {
      redirect: 'https://client.example/callback',
      institution_id: 'BERKA_1',
      agreement: agreed.body['id'],
    });
    const { secretId, secretKey } = fixture.sandbox.credentials.providerA;
    const tokens = await fixture.provider('POST', '/token/new/', {
      secret_id: secretId,
      secret_key: secretKey,
    });
    const response = await fetch(
      `${fixture.sandbox.providerAUrl}/requisitions/${String(requisition.body['id'])}/`,
      {
        method: 'DELETE',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${String(tokens.body['access'])}`,
        },
      },
    );
    expect(response.status).toBe(200);
  });
});
