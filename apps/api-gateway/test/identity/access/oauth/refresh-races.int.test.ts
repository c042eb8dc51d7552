import * as client from 'openid-client';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { csrfOf, Visitor } from '@tributary/testing';

/** Two gateways on one database. */
let first: GatewayUnderTest;
let second: GatewayUnderTest;
let user: Visitor;
let secret: string;
let clientId: string;

const REDIRECT = 'https://client.example/callback';

beforeAll(async () => {
  first = await GatewayUnderTest.start();
  second = await GatewayUnderTest.start({
    DATABASE_URL: first.databaseLine.url,
    ENCRYPTION_KEY: first.config.encryptionKey,
  });
  user = new Visitor(first.url);
  await user.signUp();
  const { data } = await user.console<{ client_id: string; secret: string }>('POST', '/apps', {
    name: 'Racer',
    redirect_uris: [REDIRECT],
    scopes: ['profile:read'],
    confidential: true,
  });
  ({ secret, client_id: clientId } = data);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const configFor = (gateway: GatewayUnderTest) =>
  client.discovery(new URL(gateway.url), clientId, undefined, client.ClientSecretPost(secret), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });

async function letIn(): Promise<client.TokenEndpointResponse> {
  const config = await configFor(first);
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'profile:read',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const consent = (await user.get(url.href)).location ?? '';
  const _csrf = csrfOf((await user.get(consent)).html);
  const decided = await user.post(consent, {
    _csrf,
    decision: 'allow',
    scopes: 'profile:read',
    accounts: 'all',
  });
  const callback = new URL((await user.get(decided.location ?? '')).location ?? '');
  return client.authorizationCodeGrant(config, callback, { pkceCodeVerifier });
}

/** Bearers that count, of refresh tokens those that are live. */
async function liveSuccessors(): Promise<number> {
  const [row] = await first.database.query<{ count: number }>(
    `select count(*) as count from oauth_artifacts a join grants g on g.id = a.grant_id
      where a.kind = 'RefreshToken' and a.consumed_at is null and a.expires_at > now() and g.revoked_at is null
        and g.id = (select max(id) from grants)`,
  );
  return row?.count ?? 0;
}

const isRefused = async (config: client.Configuration, token: string): Promise<boolean> =>
  client.refreshTokenGrant(config, token).then(
    () => false,
    (error: unknown) => (error as { error?: string }).error === 'invalid_grant',
  );

it('fifty refreshes at once, at two gateways: all get the same live successor', async () => {
  const { refresh_token = '' } = await letIn();
  const configs = [await configFor(first), await configFor(second)] as const;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      client.refreshTokenGrant(configs[index % 2] ?? configs[0], refresh_token),
    ),
  );
  expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(1);
  expect(await liveSuccessors()).toBe(1);
  const [{ access_token } = { access_token: '' }] = answers;
  expect((await first.get('/user', access_token)).status).toBe(200);
}, 60_000);

it('fifty uses of one code at once: one is accepted, and then all its tokens end', async () => {
  const config = await configFor(first);
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'profile:read',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const consent = (await user.get(url.href)).location ?? '';
  const _csrf = csrfOf((await user.get(consent)).html);
  const choice = { _csrf, decision: 'allow', scopes: 'profile:read', accounts: 'all' };
  const decided = await user.post(consent, choice);
  const callback = new URL((await user.get(decided.location ?? '')).location ?? '');
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => client.authorizationCodeGrant(config, callback, { pkceCodeVerifier })),
  );
  const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(taken.length).toBeLessThanOrEqual(1);
  for (const { access_token } of taken) expect((await first.get('/user', access_token)).status).toBe(401);
  expect(await liveSuccessors()).toBe(0);
}, 60_000);

it('a lost answer is returned again, until its successor is used', async () => {
  const config = await configFor(first);
  const { refresh_token = '' } = await letIn();
  const lost = await client.refreshTokenGrant(config, refresh_token);
  const again = await client.refreshTokenGrant(await configFor(second), refresh_token);
  expect(again.refresh_token).toBe(lost.refresh_token);
  const next = await client.refreshTokenGrant(config, lost.refresh_token ?? '');
  expect(await isRefused(config, refresh_token)).toBe(true);
  expect((await first.get('/user', next.access_token)).status).toBe(401);
  expect(await isRefused(config, next.refresh_token ?? '')).toBe(true);
});

it('a refresh token that is used after its grace period counts as stolen: the family is revoked', async () => {
  const config = await configFor(first);
  const { refresh_token = '' } = await letIn();
  const next = await client.refreshTokenGrant(config, refresh_token);
  await first.database.execute(
    `update oauth_artifacts set consumed_at = consumed_at - interval '11 seconds' where consumed_at is not null`,
  );
  expect(await isRefused(config, refresh_token)).toBe(true);
  expect((await first.get('/user', next.access_token)).status).toBe(401);
  expect(await liveSuccessors()).toBe(0);
});

it('revoked while it is in use: refused here from the next request on, elsewhere within a second', async () => {
  const { access_token } = await letIn();
  expect((await second.get('/user', access_token)).status).toBe(200);
  let isRevoked = false;
  const use = async (gateway: GatewayUnderTest): Promise<number> => {
    const begun = performance.now();
    for (;;) {
      const { status } = await gateway.get('/user', access_token);
      if (status === 401) return performance.now() - begun;
      if (performance.now() - begun > 5000) throw new Error('never refused');
    }
  };
  const inUse = (async () => {
    while (!isRevoked) await second.get('/user', access_token);
  })();
  await client.tokenRevocation(await configFor(first), access_token);
  isRevoked = true;
  expect((await first.get('/user', access_token)).status).toBe(401);
  const refusedAfterMs = await use(second);
  await inUse;
  process.stderr.write(
    `A revoked token is refused at another gateway after ${refusedAfterMs.toFixed(0)} ms\n`,
  );
});
