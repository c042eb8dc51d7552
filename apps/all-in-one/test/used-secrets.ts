import { csrfOf, Visitor } from '@tributary/testing';
import { createHash, randomBytes } from 'node:crypto';
import { FilledUser, Named } from './filled-user';
import { InProcessSystem } from './in-process-system';

const REDIRECT = 'https://client.example/callback';
const PASSWORD = 'a password that no one else has';
const SCOPES = ['profile:read', 'accounts:read', 'transactions:read'];

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/**
 * Uses every kind of token and secret beside those of a filled user.
 * @returns them by name
 */
export async function useAllSecrets(system: InProcessSystem, user: FilledUser): Promise<Named> {
  const visitor = new Visitor(system.url);
  const email = await visitor.signUp('Somebody with a browser', PASSWORD);
  await visitor.submit('/sign-in', { email, password: 'a wrong password, by mistake' });
  const csrf = (await visitor.session())?.csrf_token ?? '';
  const legacy = await useLegacyToken(system, user);
  return {
    password: PASSWORD,
    'wrong password': 'a wrong password, by mistake',
    'session cookie': visitor.cookie('__Host-tributary_session') ?? '',
    'CSRF cookie': visitor.cookie('__Host-tributary_csrf') ?? '',
    'CSRF token': csrf,
    'legacy token': legacy,
    ...(await useOAuth(system, visitor)),
    ...(await useFeed(user)),
    ...(await useMoreTokens(system, user)),
    ...providerSecrets(system),
  };
}

/** Inserts a token in the format of imported ones, and uses it. */
async function useLegacyToken(system: InProcessSystem, { id }: FilledUser): Promise<string> {
  const secret = randomBytes(20).toString('hex');
  await system.sql(
    `insert into api_gateway.tokens (user_id, kind, name, token_hash, legacy_id, expires_at)
     values ($1, 'LEGACY', 'old', $2, 4711, now() + interval '1 year')`,
    [id, createHash('sha256').update(secret).digest()],
  );
  expect((await system.rest('GET', '/user', `4711|${secret}`)).status).toBe(200);
  return secret;
}

/** Plays the whole life of an app: registration, authorization, refresh, managed users. */
async function useOAuth(system: InProcessSystem, visitor: Visitor): Promise<Named> {
  const { data } = await visitor.console<{ client_id: string; secret: string }>('POST', '/apps', {
    name: 'An app',
    redirect_uris: [REDIRECT],
    scopes: SCOPES,
    confidential: true,
    manages_users: true,
  });
  const { client_id: clientId, secret } = data;
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const code = await authorize(system, visitor, { clientId, verifier, state });
  const ask = async (form: Record<string, string>): Promise<Tokens> => {
    const response = await fetch(`${system.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    });
    if (!response.ok)
      throw new Error(`${form['grant_type']} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Tokens;
  };
  const first = await ask({
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  });
  const second = await ask({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
  const managed = await ask({
    grant_type: 'client_credentials',
    managed_user: 'customer-1',
    scope: 'accounts:read',
  });
  for (const token of [first.access_token, second.access_token, managed.access_token]) {
    await system.rest('GET', '/user', token);
  }
  return {
    'client secret': secret,
    'authorization code': code,
    'code verifier': verifier,
    state,
    'access token': first.access_token,
    'refresh token': first.refresh_token,
    'second access token': second.access_token,
    'second refresh token': second.refresh_token,
    'token of a managed user': managed.access_token,
  };
}

async function authorize(
  system: InProcessSystem,
  visitor: Visitor,
  { clientId, verifier, state }: Readonly<Record<'clientId' | 'verifier' | 'state', string>>,
): Promise<string> {
  const metadata = await fetch(`${system.url}/.well-known/oauth-authorization-server`);
  const { authorization_endpoint: endpoint } = (await metadata.json()) as { authorization_endpoint: string };
  const url = new URL(new URL(endpoint).pathname, system.url);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: SCOPES.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const consent = (await visitor.get(url.href)).location ?? '';
  const { html } = await visitor.get(consent);
  const answer = { _csrf: csrfOf(html), decision: 'allow', scopes: SCOPES, accounts: 'all' };
  const decided = await visitor.post(consent, answer);
  const callback = (await visitor.get(decided.location ?? '')).location ?? '';
  return new URL(callback).searchParams.get('code') ?? '';
}

/** Claims the user's feed, as an app does. */
async function useFeed({ secrets }: FilledUser): Promise<Named> {
  const claim = Buffer.from(secrets['setup token of the feed'] ?? '', 'base64').toString();
  const access = new URL(await (await fetch(claim, { method: 'POST' })).text());
  const { username, password } = access;
  access.username = access.password = '';
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(`${access.href}/accounts`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  return {
    'claim of the feed': claim.slice(claim.lastIndexOf('/') + 1),
    'password of the feed': password,
  };
}

/** Creates a restricted token, a token that is refused, and a second signing secret. */
async function useMoreTokens(system: InProcessSystem, { token }: FilledUser): Promise<Named> {
  const made = await system.data<{ token: string }>('POST', '/tokens', token, {
    name: 'restricted',
    scopes: ['transactions:read'],
    financial_accounts: null,
  });
  await system.rest('GET', '/finance/accounts', made.token);
  const [hook] = await system.data<{ id: string }[]>('GET', '/webhooks', token);
  const rotated = await system.data<{ secret: string }>('POST', `/webhooks/${hook?.id}/rotate-secret`, token);
  const refused = `${made.token.slice(0, -1)}${made.token.endsWith('a') ? 'b' : 'a'}`;
  expect((await system.rest('GET', '/user', refused)).status).toBe(401);
  return { 'restricted token': made.token, 'new signing secret': rotated.secret, 'refused token': refused };
}

function providerSecrets({ sandbox }: InProcessSystem): Named {
  const { providerA, providerC } = sandbox.credentials;
  return {
    'secret key of a provider': providerA.secretKey,
    'consumer key of a provider': providerC.consumerKey,
  };
}
