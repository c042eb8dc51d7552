import {
  AccountUpsertedV1,
  CommandPayload,
  ConfigureAccounts,
  ConnectBySetupToken,
  ConnectionChangedV1,
  CreateConnection,
  DeleteAccount,
  DeleteConnection,
  EventPayload,
  InstitutionUpsertedV1,
  Problem,
  ReauthorizeBySetupToken,
  ReauthorizeConnection,
  SyncAccounts,
  UpdateAccount,
  UpdateConnection,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { keyOfState } from '../../../src/identity/setups/browser-return';
import { fake, FakeCommand, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, connectionOf, institutionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let otherId: number;
let token: string;
let owner: Consumption | null = null;

const BANK = institutionOf(2);
const STATE = 'A'.repeat(43);
const BANK_PAGE = 'https://bank.example/consent';
const OUR_PAGE = /^http:\/\/[^/]+\/connect\/[\w-]{43}$/;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  otherId = await gateway.user('other@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(InstitutionUpsertedV1, 2, BANK, {
    id: 3,
    version: 1,
    document: {
      ...BANK.document,
      name: 'Järnets Sparkasse',
      integrator: 'PROVIDER_B',
      country: 'SE',
      countries: ['SE', 'NO'],
      region: 'EU',
      external_id: 'JARNETS',
      supports_card_accounts: true,
    },
  });
  await gateway.publish(
    ConnectionChangedV1,
    3,
    connectionOf(userId, 3, { reference: 'customer-1' }),
    connectionOf(userId, 4, { status: 'EXPIRED', institution_id: 3, setup_pending: false }),
    connectionOf(otherId, 5),
  );
  await gateway.publish(
    AccountUpsertedV1,
    17,
    accountOf(userId, 17),
    accountOf(userId, 18),
    accountOf(userId, 19, { financial_connection_id: 4 }),
  );
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

async function play(...fakes: FakeCommand[]): Promise<void> {
  owner = await gateway.playOwner(...fakes);
}

function request(method: string, path: string, body?: unknown, by = token) {
  return gateway.request(`/api/v1${path}`, { method, token: by, ...(body === undefined ? {} : { body }) });
}

async function idsOf(path: string, by = token): Promise<unknown[]> {
  const { status, body } = await gateway.list(path, by);
  expect(status).toBe(200);
  return body.data.map(({ id }) => id);
}

function changedTo(
  id: number,
  version: number,
  document: Partial<EventPayload<typeof ConnectionChangedV1>['document']> = {},
) {
  return { ...connectionOf(userId, id, document), version };
}

describe('GET /finance/institutions', () => {
  it.each([
    ['', ['2', '3']],
    ['?filter[country]=no', ['3']],
    ['?filter[country]=FI,SE', ['2', '3']],
    ['?filter[region]=EU', ['3']],
    ['?filter[integrator]=PROVIDER_B', ['3']],
    ['?filter[name]=sparkasse', ['3']],
    ['?filter[search]=jarnets%20sparkasse', ['3']],
    ['?filter[search]=sparkasse%20bank', []],
    ['?filter[bic]=EXMPFIHH&filter[supports_card_accounts]=true', ['3']],
    ['?filter[supports_card_accounts]=false', ['2']],
    ['?sort=-name', ['3', '2']],
  ])('%s gives %j', async (query, ids) => {
    expect(await idsOf(`/finance/institutions${query}`)).toEqual(ids);
  });

  it('shows one, with all its fields', async () => {
    const { body } = await gateway.get('/finance/institutions/3', token);
    expect(body.data).toMatchObject({ id: '3', country: 'SE', countries: ['SE', 'NO'], supported: 'true' });
    expect((await gateway.get('/finance/institutions/99', token)).status).toBe(404);
  });

  it('says in which countries there are any, and how many', async () => {
    const { body } = await gateway.get('/finance/institutions/countries', token);
    expect(body.data).toEqual([
      { country: 'FI', institutions_count: '1' },
      { country: 'NO', institutions_count: '1' },
      { country: 'SE', institutions_count: '1' },
    ]);
  });

  it('needs its scope, and refuses an unknown filter', async () => {
    const accounts = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await gateway.list('/finance/institutions', accounts)).status).toBe(403);
    const { status, body } = await gateway.list('/finance/institutions?filter[town]=Oulu', token);
    expect(status).toBe(422);
    expect(body.message).toContain('filter[country]');
  });
});

describe('GET /finance/connections', () => {
  it.each([
    ['', ['4', '3']],
    ['?filter[status]=EXPIRED', ['4']],
    ['?filter[reference]=customer-1,customer-2', ['3']],
    ['?filter[integrator]=PROVIDER_B', ['4']],
    ['?filter[institution_id]=2', ['3']],
    ['?sort=id&page[size]=1&page[number]=2', ['4']],
  ])('%s gives %j', async (query, ids) => {
    expect(await idsOf(`/finance/connections${query}`)).toEqual(ids);
  });

  it('embeds institution and accounts, as far as the token may read them', async () => {
    const path = '/finance/connections/3?include=institution,financial_accounts';
    const { body } = await gateway.get(path, token);
    expect(body.data).toMatchObject({
      institution: { id: '2' },
      financial_accounts: [{ id: '17' }, { id: '18' }],
      financial_accounts_count: '2',
    });
    const without = await gateway.token({ userId, scopes: ['financial-connections:read'] });
    expect((await gateway.get(path, without)).status).toBe(403);
    const redacted = await gateway.token({ userId, scopes: ['financial-connections:read', 'accounts:read'] });
    const { data } = (await gateway.get(path, redacted)).body as { data: { financial_accounts: object[] } };
    const [account] = data.financial_accounts;
    expect(account).not.toHaveProperty('iban');
  });

  it('shows a restricted token only its accounts’ connections, and no other user’s', async () => {
    const restricted = await gateway.token({ userId, accountIds: [18] });
    expect(await idsOf('/finance/connections', restricted)).toEqual(['3']);
    const { body } = await gateway.get('/finance/connections/3?include=financial_accounts', restricted);
    expect(body.data).toMatchObject({ financial_accounts: [{ id: '18' }], financial_accounts_count: '1' });
    expect((await gateway.get('/finance/connections/4', restricted)).status).toBe(404);
    expect((await gateway.get('/finance/connections/5', token)).status).toBe(404);
  });
});

describe('POST /finance/connections', () => {
  const body = { institution_id: '2', redirect_url: 'https://client.example/done', reference: 'customer-9' };

  it('returns the link to the consent, sends the institution back to us, and is readable immediately', async () => {
    const asked: CommandPayload<typeof CreateConnection>[] = [];
    await play(
      fake(CreateConnection, (payload) => {
        asked.push(payload);
        const document = { status: 'PENDING' as const, setup_pending: true, reference: payload.reference };
        return { connection: changedTo(30, 1, document), link: BANK_PAGE, stateHash: keyOfState(STATE) };
      }),
    );
    const config = { sync_auto: false, map_fields: { payee: 'creditor.name' } };
    const answer = await request('POST', '/finance/connections', { ...body, config });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      message: 'Connection created.',
      data: { id: '30', status: 'PENDING', auth_url: expect.stringMatching(OUR_PAGE) as string },
    });
    expect(asked).toEqual([
      {
        provider: 'PROVIDER_A',
        institutionExternalId: BANK.document.external_id,
        reference: 'customer-9',
        redirectUrl: body.redirect_url,
        callbackUrl: `${gateway.url}/api/v1/finance/connections/callback`,
        accountConfig: config,
      },
    ]);
    expect((await gateway.get('/finance/connections/30', token)).body.data).toMatchObject({
      reference: 'customer-9',
    });
  });

  it('with a setup token needs no page: the answer has the connection, and no link', async () => {
    const claimed: unknown[] = [];
    await play(
      fake(ConnectBySetupToken, (payload) => {
        claimed.push(payload);
        return { connection: changedTo(31, 1, { status: 'ACTIVE' }), financialAccountIds: [] };
      }),
      fake(ReauthorizeBySetupToken, (payload) => {
        claimed.push(payload);
        return { connection: changedTo(31, 2, { status: 'ACTIVE' }), financialAccountIds: [] };
      }),
    );
    const sent = { institution_id: '2', setup_token: 'aHR0cHM6Ly9zZmluLmV4YW1wbGUvY2xhaW0vMQ==' };
    const answer = await request('POST', '/finance/connections', sent);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ data: { id: '31', status: 'ACTIVE', auth_url: null } });
    const again = await request('POST', '/finance/connections/31/reauthorize', { setup_token: 'other' });
    expect(again.body).toMatchObject({ data: { id: '31', auth_url: null } });
    expect(JSON.stringify([answer.body, again.body])).not.toContain(sent.setup_token);
    expect(claimed).toEqual([
      expect.objectContaining({
        institutionExternalId: BANK.document.external_id,
        setupToken: sent.setup_token,
      }),
      { connectionId: 31, setupToken: 'other' },
    ]);
  });

  it.each([
    [{ institution_id: 2, setup_token: '' }, 'setup_token'],
    [{ institution_id: 2, setup_token: 'x'.repeat(4097) }, 'setup_token'],
    [{ institution_id: 2, setup_token: null }, 'setup_token'],
    [{ ...body, institution_id: 99 }, 'institution_id'],
    [{ ...body, institution_id: 'two' }, 'institution_id'],
    [{ institution_id: 2, redirect_url: 'done' }, 'redirect_url'],
    [{ institution_id: 2, redirect_url: null }, 'redirect_url'],
    [{ ...body, reference: 'x'.repeat(129) }, 'reference'],
    [{ ...body, config: { sync_frequency_in_minutes: 'often' } }, 'config.sync_frequency_in_minutes'],
    [{ ...body, config: { enrichment: { country: 'Finland' } } }, 'config.enrichment.country'],
    [{ ...body, config: [] }, 'config'],
  ])('%j is 422 on %s', async (sent, field) => {
    const { status, body: answer } = await request('POST', '/finance/connections', sent);
    expect(status).toBe(422);
    expect(Object.keys(answer.errors as object)).toEqual([field]);
  });

  it('is refused for a token that would not be granted the accounts, or lacks the scope', async () => {
    const restricted = await gateway.token({ userId, accountIds: [17] });
    expect((await request('POST', '/finance/connections', body, restricted)).status).toBe(409);
    const reading = await gateway.token({ userId, scopes: ['financial-connections:read'] });
    expect((await request('POST', '/finance/connections', body, reading)).status).toBe(403);
  });
});

describe('changes of a connection', () => {
  it('go to their owner, and the caller reads them immediately', async () => {
    await play(
      fake(UpdateConnection, ({ connectionId, enabled, ...changes }) =>
        enabled === false
          ? changedTo(connectionId, 10, { status: 'DISABLED', enabled })
          : changedTo(connectionId, 11, changes),
      ),
      fake(ReauthorizeConnection, ({ connectionId }) => ({
        connection: changedTo(connectionId, 12),
        link: BANK_PAGE,
        stateHash: keyOfState(STATE),
      })),
    );
    expect((await request('POST', '/finance/connections/3/disable')).body).toMatchObject({
      message: 'Connection disabled.',
      data: { status: 'DISABLED', enabled: 'false' },
    });
    expect((await gateway.get('/finance/connections/3', token)).body.data).toMatchObject({
      enabled: 'false',
    });
    const changes = { name: 'House bank', reference: null };
    expect((await request('PUT', '/finance/connections/3', changes)).body).toMatchObject({
      message: 'Connection updated.',
      data: changes,
    });
    const redirect = { redirect_url: 'https://client.example/done' };
    expect((await request('POST', '/finance/connections/3/reauthorize', redirect)).body).toMatchObject({
      message: 'Reauthorization started.',
      data: { id: '3', auth_url: expect.stringMatching(OUR_PAGE) as string },
    });
  });

  it('sync all its accounts, for a present user if the client says so', async () => {
    const asked: unknown[] = [];
    await play(
      fake(SyncAccounts, ({ user, ...choice }) => {
        asked.push({ ...choice, isPresent: user !== undefined });
        return { scheduled: 1, nextAllowedAt: '2026-03-03T00:00:00.000Z' };
      }),
    );
    const path = '/finance/connections/3/sync';
    const { status, body } = await request('POST', path, { user_present: true });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: 'Sync scheduled.',
        data: { id: '3', sync: { scheduled: '1', next_allowed_at: '2026-03-03T00:00:00.000Z' } },
      },
    });
    expect((await request('POST', path)).status).toBe(200);
    const choice = { connectionId: 3, financialAccountIds: null };
    expect(asked).toEqual([
      { ...choice, isPresent: true },
      { ...choice, isPresent: false },
    ]);
    expect((await request('POST', '/finance/connections/5/sync')).status).toBe(404);
    const reading = await gateway.token({ userId, scopes: ['financial-connections:read'] });
    expect((await request('POST', path, undefined, reading)).status).toBe(403);
  });

  it('that its state does not allow are 409, and unknown connections 404', async () => {
    await play(
      fake(UpdateConnection, () => {
        throw Problem.conflict('A connection that is PENDING cannot take this step.');
      }),
      fake(DeleteConnection, () => {
        throw Problem.notFound();
      }),
    );
    const { status, body } = await request('POST', '/finance/connections/4/disable');
    expect(status).toBe(409);
    expect(body).toEqual({
      message: 'A connection that is PENDING cannot take this step.',
      docs_url: '/docs/errors/conflict',
    });
    expect((await request('DELETE', '/finance/connections/4')).status).toBe(404);
    expect((await request('POST', '/finance/connections/4/reauthorize', { redirect_url: '' })).status).toBe(
      422,
    );
  });

  it('by deletion remove its accounts and their data', async () => {
    await gateway.publish(ConnectionChangedV1, 40, connectionOf(userId, 40));
    await gateway.publish(AccountUpsertedV1, 41, accountOf(userId, 41, { financial_connection_id: 40 }));
    await play(
      fake(DeleteConnection, ({ connectionId }) => ({
        connection: { ...changedTo(connectionId, 20), deleted: true, event: 'connection.deleted' as const },
        accounts: [{ id: 41, version: 20, userId }],
      })),
    );
    expect((await request('DELETE', '/finance/connections/40')).body).toEqual({
      message: 'Connection deleted.',
    });
    expect((await gateway.get('/finance/connections/40', token)).status).toBe(404);
    expect((await gateway.get('/finance/accounts/41', token)).status).toBe(404);
  });
});

describe('the callback', () => {
  const callback = (query: string) =>
    fetch(`${gateway.url}/api/v1/finance/connections/callback${query}`, { redirect: 'manual' });

  it.each(['state', 'ref'])(
    'accepts the state as %s, needs no token, and redirects to a page of ours',
    async (name) => {
      const answer = await callback(`?${name}=${STATE}&code=abc&anything=else`);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(
        `/connect/return/institution?${name}=${STATE}&code=abc&anything=else`,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  it.each(['', '?state=', '?state=guess', `?state=${STATE}x`])(
    'with %j is 404, and sends no command',
    async (query) => {
      const answer = await callback(query);
      expect([answer.status, await answer.json()]).toMatchObject([404, { message: 'Resource not found.' }]);
    },
  );
});

describe('changes of several accounts', () => {
  const path = '/finance/accounts/bulk';
  const config = { sync_auto: false, map_fields: { payee: 'creditor.name' } };

  it('send the configuration once, and are readable immediately', async () => {
    const asked: unknown[] = [];
    await play(
      fake(ConfigureAccounts, (payload) => {
        asked.push(payload);
        return {
          accounts: [17, 18].map((id) => {
            const { document, ...account } = accountOf(userId, id);
            const changed = { ...document.config, sync_auto: false };
            return { ...account, version: 20, document: { ...document, config: changed } };
          }),
        };
      }),
    );
    const { status, body } = await request('PUT', path, { financial_account_ids: ['17', 18], config });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: 'Accounts updated.',
        data: [17, 18].map((id) => ({ id: String(id), config: { sync_auto: false } })),
      },
    });
    expect(asked).toEqual([{ connectionId: null, financialAccountIds: [17, 18], config }]);
  });

  it.each([
    [{ config }, 'financial_account_ids'],
    [{ financial_account_ids: [], config }, 'financial_account_ids'],
    [
      { financial_account_ids: Array.from({ length: 101 }, (_, i) => i + 1), config },
      'financial_account_ids',
    ],
    [{ financial_account_ids: [17] }, 'config'],
    [{ financial_account_ids: [17], config: { sync_auto: 'perhaps' } }, 'config.sync_auto'],
  ])('%j is 422', async (sent, field) => {
    const { status, body } = await request('PUT', path, sent);
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });
});

describe('changes of an account', () => {
  it('send only the given members, and are readable immediately', async () => {
    const asked: CommandPayload<typeof UpdateAccount>[] = [];
    await play(
      fake(UpdateAccount, (payload) => {
        asked.push(payload);
        return accountOf(userId, 17, { custom_name: payload.customName ?? null }, 50 + asked.length);
      }),
    );
    const body = { custom_name: 'Rent', enabled: 'yes', config: { sync_auto: false, sync_start_date: null } };
    const answer = await request('PUT', '/finance/accounts/17', body);
    expect(answer.body).toMatchObject({ message: 'Account updated.', data: { custom_name: 'Rent' } });
    await request('PUT', '/finance/accounts/17', { custom_name: null });
    expect(asked).toEqual([
      {
        financialAccountId: 17,
        customName: 'Rent',
        enabled: true,
        config: { sync_auto: false, sync_start_date: null },
      },
      { financialAccountId: 17, customName: null },
    ]);
    expect((await gateway.get('/finance/accounts/17', token)).body.data).toMatchObject({ custom_name: '' });
  });

  it.each([
    [{ custom_name: 7 }, 'custom_name'],
    [{ custom_name: 'x'.repeat(256) }, 'custom_name'],
    [{ enabled: null }, 'enabled'],
    [{ config: { sync_start_date: '2026-02-30' } }, 'config.sync_start_date'],
    [{ config: { sync_auto: 'perhaps' } }, 'config.sync_auto'],
    [{ config: { map_fields: { payee: 1 } } }, 'config.map_fields.payee'],
    [{ config: { fields_for_duplicate_filtering: 'all' } }, 'config.fields_for_duplicate_filtering'],
  ])('%j is 422 on %s', async (sent, field) => {
    const { status, body } = await request('PUT', '/finance/accounts/17', sent);
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });

  it('sync now reports when the allowance permits it', async () => {
    const nextAllowedAt = '2026-03-03T00:00:00.000Z';
    await play(fake(SyncAccounts, () => ({ scheduled: 0, nextAllowedAt })));
    const { status, body } = await request('POST', '/finance/accounts/18/sync');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Sync scheduled.',
      data: {
        id: '18',
        sync: { next_allowed_at: nextAllowedAt, backfill_completes_at: '2026-03-05T00:00:00.000Z' },
        reconciliation: { difference: '0.00' },
      },
    });
  });

  it('sync now passes a waiting user to the owner if the client names one, by the connection’s address', async () => {
    const users: unknown[] = [];
    await play(
      fake(SyncAccounts, ({ user }) => {
        users.push(user);
        return { scheduled: 1, nextAllowedAt: null };
      }),
    );
    const sync = (body: unknown, headers: Record<string, string> = {}) =>
      gateway.request('/api/v1/finance/accounts/18/sync', { method: 'POST', token, body, headers });
    const browser = { 'user-agent': 'Browser/1.0', 'accept-language': 'fi' };
    await sync({}, browser);
    await sync({ user_present: false }, browser);
    await sync({ user_present: true }, { ...browser, 'x-forwarded-for': '192.0.2.7' });
    expect(users).toEqual([
      undefined,
      undefined,
      expect.objectContaining({
        ipAddress: '127.0.0.1',
        userAgent: 'Browser/1.0',
        acceptLanguage: 'fi',
      }),
    ]);
    expect((await sync({ user_present: 'perhaps' })).status).toBe(422);
  });

  it('by deletion leave no readable row, and need the scope and the grant', async () => {
    await play(
      fake(DeleteAccount, ({ financialAccountId: id }, caller) => {
        if (caller.accountIds !== null && !caller.accountIds.includes(id)) throw Problem.notFound();
        return { id, version: 60, userId };
      }),
    );
    const reading = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await request('DELETE', '/finance/accounts/19', undefined, reading)).status).toBe(403);
    const restricted = await gateway.token({ userId, accountIds: [17] });
    expect((await request('DELETE', '/finance/accounts/19', undefined, restricted)).status).toBe(404);
    expect((await request('POST', '/finance/accounts/19/sync', undefined, restricted)).status).toBe(404);
    expect((await request('DELETE', '/finance/accounts/19')).body).toEqual({ message: 'Account deleted.' });
    expect((await gateway.get('/finance/accounts/19', token)).status).toBe(404);
  });
});
