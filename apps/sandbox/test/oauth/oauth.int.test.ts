import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { SandboxFixture } from '../sandbox.fixture';

const REDIRECT = 'https://client.example/callback';
const VERIFIER = 'v'.repeat(43);
const SCOPE = 'openid email https://www.googleapis.com/auth/spreadsheets';

let fixture: SandboxFixture;

beforeEach(async () => {
  fixture = await SandboxFixture.start({ accounts: 1 });
});
afterEach(() => fixture.close());

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

async function codeOf(page: string, query: Readonly<Record<string, string>>): Promise<string | null> {
  const url = new URL(page);
  for (const [name, value] of Object.entries({ response_type: 'code', redirect_uri: REDIRECT, ...query }))
    url.searchParams.set(name, value);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const location = headers.get('location');
  return location && new URL(location).searchParams.get('code');
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('Google', () => {
  const [clientId, clientSecret] = ['sandbox-sheets-client-id', 'sandbox-sheets-client-secret'];
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const asked = {
    client_id: clientId,
    scope: SCOPE,
    access_type: 'offline',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const consent = (query: Readonly<Record<string, string>> = {}) =>
    codeOf(`${fixture.sandbox.sheetsUrl}/auth`, { ...asked, ...query });
  const token = (form: Readonly<Record<string, string>>) =>
    post(
      `${fixture.sandbox.sheetsUrl}/token`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
    );
  const exchange = async (query: Readonly<Record<string, string>> = {}) =>
    token({
      grant_type: 'authorization_code',
      code: (await consent(query)) ?? '',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    });

  it('gives a refresh token with the first consent, and again only where consent is asked for', async () => {
    const first = await exchange();
    expect(first.body).toMatchObject({ refresh_token: expect.any(String) as string, scope: SCOPE });
    expect(decodeJwt(String(first.body['id_token']))).toMatchObject({ email: 'household@gmail.example' });
    expect((await exchange()).body).not.toHaveProperty('refresh_token');
    expect((await exchange({ prompt: 'consent' })).body).toHaveProperty('refresh_token');
    expect((await exchange({ login: 'other', access_type: 'online' })).body).not.toHaveProperty(
      'refresh_token',
    );
  });

  it('takes a code once, and with its verifier alone', async () => {
    const code = (await consent()) ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    expect(await token({ ...form, code_verifier: 'another' })).toMatchObject(refused);
    expect(await token({ ...form, code_verifier: VERIFIER })).toMatchObject(refused);
  });

  it('refreshes with the same token as often as asked, until the user takes the grant back', async () => {
    const refresh_token = String((await exchange()).body['refresh_token']);
    const refresh = () => token({ grant_type: 'refresh_token', refresh_token });
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await refresh();
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { access_token: expect.any(String) as string },
      });
      expect(body).not.toHaveProperty('refresh_token');
    }
    await fixture.control('POST', '/sheets/grants/revoke');
    expect(await refresh()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

describe('Notion', () => {
  const basic = (secret = 'sandbox-workspace-client-secret') =>
    `Basic ${Buffer.from(`sandbox-workspace-client-id:${secret}`).toString('base64')}`;
  const page = () => `${fixture.sandbox.workspaceUrl}/v1/oauth/authorize`;
  const consent = (query: Readonly<Record<string, string>> = { owner: 'user' }) =>
    codeOf(page(), { client_id: 'sandbox-workspace-client-id', ...query });
  const token = (body: object, authorization = basic()) =>
    post(
      `${fixture.sandbox.workspaceUrl}/v1/oauth/token`,
      { 'content-type': 'application/json', authorization },
      JSON.stringify(body),
    );

  it('asks for owner=user, and for the application’s name by HTTP Basic', async () => {
    expect(await consent({})).toBeNull();
    const grant = { grant_type: 'authorization_code', code: await consent(), redirect_uri: REDIRECT };
    expect(await token(grant, basic('wrong'))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await token(grant)).body).toMatchObject({
      token_type: 'bearer',
      bot_id: expect.any(String) as string,
      workspace_name: 'Household',
      owner: { type: 'user' },
    });
  });

  it('gives another refresh token with each access token; a spent one is refused', async () => {
    const grant = { grant_type: 'authorization_code', code: await consent(), redirect_uri: REDIRECT };
    const refresh_token = (await token(grant)).body['refresh_token'];
    const renewed = await token({ grant_type: 'refresh_token', refresh_token });
    expect(renewed.body['refresh_token']).not.toBe(refresh_token);
    expect(await token({ grant_type: 'refresh_token', refresh_token })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });
});
