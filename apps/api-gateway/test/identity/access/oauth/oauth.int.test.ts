import { AccountUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { Visitor, csrfOf } from '@tributary/testing';
import * as client from 'openid-client';
import { administrator } from '../../../administrators';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../../samples';

let gateway: GatewayUnderTest;
let user: Visitor;
let userId: number;
const REDIRECT = 'https://client.example/callback';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({
    OAUTH_REFRESH_GRACE_MS: '0',
    OAUTH_OPERATOR_SECRET: 'the operator’s own secret',
  });
  user = new Visitor(gateway.url);
  const email = await user.signUp();
  const [row] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  userId = row?.id ?? 0;
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  await gateway.publish(AccountUpsertedV1, 18, accountOf(userId, 18));
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [transactionOf(1)]));
});
afterAll(() => gateway.close());

interface App {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string | null;
  readonly config: client.Configuration;
}

const SCOPES = ['profile:read', 'accounts:read', 'transactions:read'];

/** An app that a developer registers, as a client that has read the server's metadata. */
async function register(more: object = {}, of: GatewayUnderTest = gateway): Promise<App> {
  const developer = new Visitor(of.url);
  await developer.signUp('Developer');
  const { data } = await developer.console<{ id: string; client_id: string; secret?: string }>(
    'POST',
    '/apps',
    { name: 'Budget buddy', redirect_uris: [REDIRECT], scopes: SCOPES, confidential: true, ...more },
  );
  const { id, client_id: clientId, secret = null } = data;
  const config = await client.discovery(
    new URL(of.url.replace('[::1]', '127.0.0.1')),
    clientId,
    undefined,
    secret === null ? client.None() : client.ClientSecretBasic(secret),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  );
  return { id, clientId, secret, config };
}

interface Begun {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
}

async function begin(app: App, parameters: Record<string, string> = {}): Promise<Begun> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(app.config, {
    redirect_uri: REDIRECT,
    scope: SCOPES.join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  });
  return { url, verifier, state };
}

type Choice = Record<string, string | string[]>;

/** The user follows the app's link and decides. @returns where the app gets its browser back */
async function decide(begun: Begun, choice: Choice, visitor: Visitor = user): Promise<URL> {
  const asked = await visitor.get(begun.url.href);
  const consent = asked.location ?? '';
  const { html } = await visitor.get(consent);
  const decided = await visitor.post(consent, { _csrf: csrfOf(html), decision: 'allow', ...choice });
  if (decided.status !== 303) throw new Error(`the consent page answered ${decided.status}: ${decided.html}`);
  return new URL((await visitor.get(decided.location ?? '')).location ?? '');
}

const ALL: Choice = { scopes: SCOPES, accounts: 'all' };

/** The whole way to tokens. */
async function letIn(app: App, choice: Choice = ALL) {
  const begun = await begin(app);
  const callback = await decide(begun, choice);
  const tokens = await client.authorizationCodeGrant(app.config, callback, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
  });
  return { tokens, callback, begun };
}

const statusOf = async (path: string, token: string) => (await gateway.get(path, token)).status;
const errorOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as { error?: string; code?: string }).error ?? String(error),
  );

describe('an app that a user authorizes', () => {
  it('discovers its endpoints from the metadata', async () => {
    const { config } = await register();
    const metadata = config.serverMetadata();
    expect(metadata).toMatchObject({
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(metadata.scopes_supported).toContain('transactions:read');
    expect(metadata.scopes_supported).not.toContain('openid');
    expect(metadata.jwks_uri).toBeUndefined();
  });

  it('gets tokens of an hour and of thirty days, limited to the user’s choice', async () => {
    const app = await register();
    const { tokens } = await letIn(app, {
      scopes: ['accounts:read', 'transactions:read'],
      accounts: 'some',
      financial_accounts: '17',
    });
    expect(tokens.access_token).toMatch(/^trb_oat_[0-9A-Za-z]{49}$/);
    expect(tokens.refresh_token).toMatch(/^trb_ort_[0-9A-Za-z]{49}$/);
    expect(tokens.expires_in).toBe(3600);
    expect(tokens.scope).toBe('accounts:read transactions:read');
    expect(await statusOf('/finance/accounts/17', tokens.access_token)).toBe(200);
    expect(await statusOf('/finance/accounts/18', tokens.access_token)).toBe(404);
    expect(await statusOf('/user', tokens.access_token)).toBe(403);
    expect(await statusOf('/tokens', tokens.access_token)).toBe(403);
    const [kept] = await gateway.database.query<{ days: number }>(
      `select extract(epoch from expires_at - created_at)::float8 / 86400 as days
         from oauth_artifacts where kind = 'RefreshToken' order by created_at desc limit 1`,
    );
    expect(kept?.days).toBeCloseTo(30, 3);
  });

  it('sees no account numbers without sensitive:read', async () => {
    const app = await register({ scopes: [...SCOPES, 'sensitive:read'] });
    const begun = await begin(app, { scope: [...SCOPES, 'sensitive:read'].join(' ') });
    const callback = await decide(begun, ALL);
    const { access_token } = await client.authorizationCodeGrant(app.config, callback, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    });
    const owner = await gateway.token({ userId });
    const iban = JSON.stringify((await gateway.get('/finance/accounts/17', owner)).body).match(
      /[A-Z]{2}\d{16}/,
    )?.[0];
    expect(iban).toBeDefined();
    expect(JSON.stringify((await gateway.get('/finance/accounts/17', access_token)).body)).not.toContain(
      iban,
    );
  });

  it.each([
    ['http://127.0.0.1:7777/cb', 'http://127.0.0.1:7777'],
    ['http://127.0.0.1:7777/cb', 'http://127.0.0.1:53211'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:53211'],
    ['http://[::1]/cb', 'http://[::1]:53211'],
    ['http://localhost:7777/cb', 'http://localhost:53211'],
  ])(
    'works without a secret, registered as %s, on the port that the system gave: %s',
    async (registered, origin) => {
      const app = await register({ confidential: false, redirect_uris: [registered] });
      expect(app.secret).toBeNull();
      const begun = await begin(app, { redirect_uri: `${origin}/cb` });
      const callback = await decide(begun, ALL);
      expect(callback.origin).toBe(origin);
      const tokens = await client.authorizationCodeGrant(app.config, callback, {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
      });
      expect(await statusOf('/user', tokens.access_token)).toBe(200);
      const again = await client.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
      expect(await statusOf('/user', again.access_token)).toBe(200);
    },
  );

  it('renews its access with refresh tokens, each of which works once', async () => {
    const app = await register();
    const { tokens } = await letIn(app);
    const next = await client.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(await statusOf('/user', next.access_token)).toBe(200);
    const narrower = await client.refreshTokenGrant(app.config, next.refresh_token ?? '', {
      scope: 'accounts:read',
    });
    expect(await statusOf('/user', narrower.access_token)).toBe(403);
  });
});

describe('the user', () => {
  it('signs in first, and returns to the app’s request', async () => {
    const visitor = new Visitor(gateway.url);
    const email = await visitor.signUp();
    await visitor.signOut();
    const { url } = await begin(await register());
    const consent = new URL((await visitor.get(url.href)).location ?? '');
    const away = await visitor.get(consent.href);
    expect(away.location).toContain(`/sign-in?return_to=${encodeURIComponent(consent.pathname)}`);
    const form = { email, password: 'correct horse battery', return_to: consent.pathname };
    expect((await visitor.submit('/sign-in', form)).location).toBe(consent.href);
    expect((await visitor.get(consent.href)).html).toContain('Let Budget buddy in?');
  });

  it('may refuse', async () => {
    const app = await register();
    const begun = await begin(app);
    const callback = await decide(begun, { decision: 'deny' });
    const error = await errorOf(
      client.authorizationCodeGrant(app.config, callback, {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
      }),
    );
    expect(error).toBe('access_denied');
  });

  it('cannot share another user’s accounts, nor grant an empty set of scopes, nor leave open which accounts', async () => {
    const begun = await begin(await register());
    const consent = (await user.get(begun.url.href)).location ?? '';
    const { html } = await user.get(consent);
    const _csrf = csrfOf(html);
    const foreign = { ...ALL, accounts: 'some', financial_accounts: '999' };
    expect((await user.post(consent, { _csrf, decision: 'allow', ...foreign })).status).toBe(422);
    expect((await user.post(consent, { _csrf, decision: 'allow', accounts: 'all' })).status).toBe(422);
    for (const accounts of ['', 'some']) {
      const open = { _csrf, decision: 'allow', scopes: SCOPES, accounts };
      expect((await user.post(consent, open)).status).toBe(422);
    }
    expect((await user.post(consent, { decision: 'allow', ...ALL })).status).toBe(403);
  });

  it('grants only the requested scopes, whatever the form contains', async () => {
    const app = await register();
    const { tokens } = await letIn(app, { ...ALL, scopes: ['accounts:read', 'rules:write'] });
    expect(tokens.scope).toBe('accounts:read');
  });

  it('ends an app’s access in the console, immediately and for all its tokens', async () => {
    const app = await register();
    const { tokens } = await letIn(app);
    expect(await statusOf('/user', tokens.access_token)).toBe(200);
    const [grant] = (await user.console<{ id: string }[]>('GET', '/grants?sort=-id')).data;
    await user.console('DELETE', `/grants/${grant?.id}`);
    expect(await statusOf('/user', tokens.access_token)).toBe(401);
    expect(await errorOf(client.refreshTokenGrant(app.config, tokens.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
  });

  it('while disabled is unknown to an app: neither token works until the user is enabled again', async () => {
    const app = await register();
    const { tokens } = await letIn(app);
    const refreshed = async (token: string | undefined) =>
      errorOf(client.refreshTokenGrant(app.config, token ?? ''));
    const rows = <Row>(sql: string, values: unknown[]) => gateway.database.query<Row>(sql, values);
    const admin = await administrator(gateway);
    const change = (body: object) =>
      gateway.request(`/api/v1/admin/users/${userId}`, { method: 'PUT', token: admin.token, body });
    await change({ disabled: true });
    expect(await statusOf('/user', tokens.access_token)).toBe(401);
    expect(await refreshed(tokens.refresh_token)).toBe('invalid_grant');
    await change({ disabled: false });
    expect(await statusOf('/user', tokens.access_token)).toBe(200);
    expect(await refreshed(tokens.refresh_token)).toBe('no error');
    const [account] = await rows<{ email: string }>('select email from users where id = $1', [userId]);
    const back = { email: account?.email ?? '', password: 'correct horse battery' };
    expect((await user.submit('/sign-in', back)).status).toBe(303);
  });

  it('is not asked by another browser to confirm what this one began', async () => {
    const begun = await begin(await register());
    const consent = (await user.get(begun.url.href)).location ?? '';
    const other = new Visitor(gateway.url);
    await other.signUp();
    expect((await other.get(consent)).status).toBe(404);
  });
});

describe('refusals', () => {
  it('a wrong verifier', async () => {
    const app = await register();
    const begun = await begin(app);
    const callback = await decide(begun, ALL);
    const wrong = client.authorizationCodeGrant(app.config, callback, {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      expectedState: begun.state,
    });
    expect(await errorOf(wrong)).toBe('invalid_grant');
  });

  it.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['another response type', { response_type: 'token' }],
    ['a scope that the app is not registered for', { scope: 'rules:write' }],
    ['a consent without asking', { prompt: 'none' }],
  ])('%s', async (_what, parameters) => {
    const { url } = await begin(await register());
    for (const [name, value] of Object.entries(parameters)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    const { location } = await user.get(url.href);
    const answer = new URL(location ?? '');
    expect(answer.origin).toBe('https://client.example');
    expect(answer.href).toMatch(
      /error=(invalid_request|invalid_scope|unsupported_response_type|login_required|consent_required)/,
    );
  });

  it.each([
    `${REDIRECT}/`,
    `${REDIRECT}?x=1`,
    'https://CLIENT.example/other',
    'https://client.example.evil.example/callback',
    'http://client.example/callback',
    'https://client.example:444/callback',
  ])('a redirect to %s: no browser is sent there', async (redirect_uri) => {
    const { url } = await begin(await register(), { redirect_uri });
    const { status, location, html } = await user.get(url.href);
    expect(status).toBe(400);
    expect(location).toBeNull();
    expect(html).toContain('redirect_uri');
  });

  it('a query of more parameters than any request needs, without reading it', async () => {
    const { url } = await begin(await register());
    for (let index = 0; index < 100; index += 1) url.searchParams.append(`p${index}`, '1');
    const { status, html } = await user.get(url.href);
    expect(status).toBe(422);
    expect(html).toContain('at most 100 parameters');
  });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:8888/other'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:8888/cb?x=1'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:8888/cb#x'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:8888/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:0/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:88888/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:8888@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example:8888/cb'],
    ['http://127.0.0.1/cb', 'http://localhost:8888/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:8888/cb'],
    ['http://127.0.0.1/cb', 'http://127.1:8888/cb'],
    ['http://127.0.0.1/cb', 'http://[::1]:8888/cb'],
    ['https://client.example/cb', 'https://client.example:8443/cb'],
  ])('an app of %s to %s: no browser is sent there', async (registered, redirect_uri) => {
    const app = await register({ confidential: false, redirect_uris: [registered] });
    const { url } = await begin(app, { redirect_uri });
    const { status, location } = await user.get(url.href);
    expect(status).toBe(400);
    expect(location).toBeNull();
  });

  it('a code the second time, and then all its tokens end', async () => {
    const app = await register();
    const { tokens, callback, begun } = await letIn(app);
    const again = client.authorizationCodeGrant(app.config, callback, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    });
    expect(await errorOf(again)).toBe('invalid_grant');
    expect(await statusOf('/user', tokens.access_token)).toBe(401);
  });

  it('a code whose user has another password or address by now', async () => {
    const app = await register();
    for (const change of ["password_hash = 'another'", "email = 'moved-' || email"]) {
      const begun = await begin(app);
      const callback = await decide(begun, ALL);
      await gateway.database.execute(`update users set ${change} where id = $1`, [userId]);
      const late = client.authorizationCodeGrant(app.config, callback, {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
      });
      expect(await errorOf(late)).toBe('invalid_grant');
    }
  });

  it('a code of another app', async () => {
    const [app, other] = [await register(), await register()];
    const begun = await begin(app);
    const callback = await decide(begun, ALL);
    const stolen = client.authorizationCodeGrant(other.config, callback, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    });
    expect(await errorOf(stolen)).toBe('invalid_grant');
  });

  it('a code after its minute, an access token after its hour, a refresh token after its month', async () => {
    const app = await register();
    const begun = await begin(app);
    const callback = await decide(begun, ALL);
    const exchange = () =>
      client.authorizationCodeGrant(app.config, callback, {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
      });
    await gateway.database.execute(
      `update oauth_artifacts set expires_at = now() - interval '1 second' where kind = 'AuthorizationCode'`,
    );
    expect(await errorOf(exchange())).toBe('invalid_grant');
    const { tokens } = await letIn(app);
    await gateway.database.execute(
      `update tokens set expires_at = now() - interval '1 second' where kind = 'OAUTH'`,
    );
    expect(await statusOf('/user', tokens.access_token)).toBe(401);
    await gateway.database.execute(
      `update oauth_artifacts set expires_at = now() - interval '1 second' where kind = 'RefreshToken'`,
    );
    expect(await errorOf(client.refreshTokenGrant(app.config, tokens.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
  });

  it('a refresh token the second time: its whole family is revoked', async () => {
    const app = await register();
    const { tokens } = await letIn(app);
    const next = await client.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    expect(await errorOf(client.refreshTokenGrant(app.config, tokens.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
    expect(await statusOf('/user', next.access_token)).toBe(401);
    expect(await errorOf(client.refreshTokenGrant(app.config, next.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
    const [event] = await gateway.database.query(
      `select id from security_events where user_id = $1 and kind = 'REFRESH_TOKEN_REUSED'`,
      [userId],
    );
    expect(event).toBeDefined();
  });

  it('more scopes at a refresh than were granted', async () => {
    const app = await register();
    const { tokens } = await letIn(app, { ...ALL, scopes: ['accounts:read'] });
    const wider = client.refreshTokenGrant(app.config, tokens.refresh_token ?? '', {
      scope: 'accounts:read profile:read',
    });
    expect(await errorOf(wider)).toBe('invalid_scope');
  });

  it('a wrong secret, and an app that was deleted', async () => {
    const app = await register();
    const { tokens } = await letIn(app);
    const wrong = await client.discovery(
      new URL(gateway.url),
      app.clientId,
      undefined,
      client.ClientSecretPost('trb_ocs_wrong'),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    );
    expect(await errorOf(client.refreshTokenGrant(wrong, tokens.refresh_token ?? ''))).toBe('invalid_client');
    await gateway.database.execute('delete from oauth_apps where client_id = $1', [app.clientId]);
    const gone = await errorOf(client.refreshTokenGrant(app.config, tokens.refresh_token ?? ''));
    expect(gone).toContain('WWW-Authenticate');
    expect(await statusOf('/user', tokens.access_token)).toBe(401);
  });
});

describe('revocation and introspection', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'ending an app’s %s ends its whole access',
    async (which) => {
      const app = await register();
      const { tokens } = await letIn(app);
      await client.tokenRevocation(app.config, tokens[which] ?? '');
      expect(await statusOf('/user', tokens.access_token)).toBe(401);
      expect(await errorOf(client.refreshTokenGrant(app.config, tokens.refresh_token ?? ''))).toBe(
        'invalid_grant',
      );
    },
  );

  it('the operator can introspect a token; another app cannot', async () => {
    const app = await register();
    const { tokens } = await letIn(app);
    const operator = await client.discovery(
      new URL(gateway.url),
      'operator',
      undefined,
      client.ClientSecretPost('the operator’s own secret'),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    );
    const seen = await client.tokenIntrospection(operator, tokens.access_token);
    expect(seen).toMatchObject({
      active: true,
      client_id: app.clientId,
      sub: String(userId),
      scope: SCOPES.join(' '),
    });
    const other = await register();
    expect(await client.tokenIntrospection(other.config, tokens.access_token)).toEqual({ active: false });
    await client.tokenRevocation(app.config, tokens.access_token);
    expect(await client.tokenIntrospection(operator, tokens.access_token)).toEqual({ active: false });
  });
});

describe('managed users', () => {
  const managing = { confidential: true, manages_users: true };
  const tokenFor = async (app: App, managed_user: string, more: Record<string, string> = {}) =>
    client.clientCredentialsGrant(app.config, { managed_user, scope: 'profile:read accounts:read', ...more });

  it('get tokens from the app’s server, and share no data', async () => {
    const [app, other] = [await register(managing), await register(managing)];
    const [one, two, foreign] = [
      await tokenFor(app, 'user-1'),
      await tokenFor(app, 'user-2'),
      await tokenFor(other, 'user-1'),
    ];
    expect(one.access_token).toMatch(/^trb_mat_/);
    const ids = new Set<unknown>();
    for (const { access_token } of [one, two, foreign]) {
      const { body } = await gateway.get('/user', access_token);
      ids.add((body['data'] as { id: string }).id);
    }
    expect(ids.size).toBe(3);
    const [{ access_token: again }, sameId] = [await tokenFor(app, 'user-1'), [...ids][0]];
    expect((await gateway.get('/user', again)).body['data']).toMatchObject({ id: sameId, email: null });
    await gateway.publish(AccountUpsertedV1, 901, accountOf(Number(sameId), 901));
    expect(await statusOf('/finance/accounts/901', one.access_token)).toBe(200);
    for (const { access_token } of [two, foreign]) {
      expect(await statusOf('/finance/accounts/901', access_token)).toBe(404);
    }
  });

  it('are created once, also by many first tokens at the same time', async () => {
    const app = await register(managing);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenFor(app, 'all at once')));
    expect(new Set(tokens.map(({ access_token }) => access_token)).size).toBe(10);
    const [row] = await gateway.database.query<{ count: number }>(
      `select count(*) as count from grants where app_id = $1`,
      [app.id],
    );
    expect(row?.count).toBe(1);
  });

  it('get no scopes beyond the app’s, and no tokens from an app that manages no users', async () => {
    const app = await register(managing);
    expect(await errorOf(tokenFor(app, 'x', { scope: 'rules:write' }))).toBe('invalid_scope');
    expect(await errorOf(tokenFor(app, 'x', { scope: '' }))).toBe('invalid_scope');
    expect(await errorOf(tokenFor(app, ''))).toBe('invalid_request');
    expect(await errorOf(tokenFor(await register(), 'x'))).not.toBe('no error');
    const { access_token } = await tokenFor(app, 'x', { scope: 'profile:read' });
    expect(await statusOf('/finance/accounts', access_token)).toBe(403);
  });

  it('cannot sign in', async () => {
    const { status } = await new Visitor(gateway.url).submit('/sign-in', { email: '', password: '' });
    expect(status).toBe(422);
  });
});

describe('the stored rows', () => {
  it('contain no token, code or secret', async () => {
    const app = await register();
    const { tokens, callback } = await letIn(app);
    const secrets = [
      tokens.access_token,
      tokens.refresh_token ?? '',
      app.secret ?? '',
      callback.searchParams.get('code') ?? '',
    ];
    for (const table of [
      'tokens',
      'oauth_artifacts',
      'oauth_apps',
      'grants',
      'sessions',
      'security_events',
      'outbox',
    ]) {
      const rows = await gateway.database.query<{ row: string }>(`select t::text as row from ${table} t`);
      for (const secret of secrets) {
        expect({ table, found: rows.some(({ row }) => row.includes(secret.slice(8, 40))) }).toEqual({
          table,
          found: false,
        });
      }
    }
  });
});
