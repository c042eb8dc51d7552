import { findAppByClientId } from '../../../src/identity/authorizations/oauth-apps.store';
import { createGrant } from '../../../src/identity/apps/grants';
import { tokenHash } from '../../../src/identity/codes/token-text';
import { GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
let userId: number;
let owner: string;
let other: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ APPS_MAX: '6' });
  userId = await gateway.user('owner@example.com');
  owner = await gateway.token({ userId });
  other = await gateway.token({ userId: await gateway.user('other@example.com') });
});
afterAll(() => gateway.close());

const SETTINGS = {
  name: 'Budget buddy',
  homepage: 'https://buddy.example',
  redirect_uris: ['https://buddy.example/back'],
  scopes: ['accounts:read'],
};

interface Made {
  readonly id: string;
  readonly client_id: string;
  readonly secret?: string;
}

const send = (method: string, path: string, body?: unknown, token = owner) =>
  gateway.request(`/api/v1${path}`, { method, token, body });
async function registered(more: object = {}): Promise<Made> {
  const { status, body } = await send('POST', '/apps', { ...SETTINGS, ...more });
  expect({ status, body }).toMatchObject({ status: 201, body: { message: 'App registered.' } });
  return body['data'] as Made;
}

/** Whether the app's secret lets it ask for tokens; what it asks with is no code. */
async function isAccepted({ client_id, secret = '' }: Made): Promise<boolean> {
  const response = await fetch(`${gateway.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' }),
  });
  return ((await response.json()) as { error: string }).error === 'invalid_grant';
}

describe('an app over REST', () => {
  it('is registered with a secret that is shown once and works', async () => {
    const app = await registered();
    expect(app.secret).toMatch(/^trb_/);
    expect(await isAccepted(app)).toBe(true);
    const shown = await gateway.get(`/apps/${app.id}`, owner);
    expect(shown.body['data']).toMatchObject({ ...SETTINGS, client_id: app.client_id, confidential: true });
    const listed = await gateway.list('/apps', owner);
    expect(JSON.stringify([shown.body, listed.body])).not.toContain(app.secret);
    const kept = await findAppByClientId(gateway.database, app.client_id);
    expect(kept?.secret_hash).toEqual(tokenHash(app.secret ?? ''));
    await send('DELETE', `/apps/${app.id}`);
  });

  it('has no secret where it cannot keep one, and gets none', async () => {
    const app = await registered({ confidential: false });
    expect(app.secret).toBeUndefined();
    expect((await send('POST', `/apps/${app.id}/rotate-secret`)).status).toBe(404);
    await send('DELETE', `/apps/${app.id}`);
  });

  it('gets a new secret, and the old one ends at once', async () => {
    const app = await registered();
    const { body } = await send('POST', `/apps/${app.id}/rotate-secret`);
    const next = body['data'] as Made;
    expect(next.secret).not.toBe(app.secret);
    expect(await isAccepted(next)).toBe(true);
    expect(await isAccepted(app)).toBe(false);
    await send('DELETE', `/apps/${app.id}`);
  });

  it('is changed', async () => {
    const app = await registered();
    const wanted = { ...SETTINGS, name: 'Renamed', homepage: null, scopes: ['accounts:read', 'rules:read'] };
    const { body } = await send('PUT', `/apps/${app.id}`, wanted);
    expect(body).toMatchObject({ message: 'App changed.', data: wanted });
    expect((await gateway.get(`/apps/${app.id}`, owner)).body['data']).toMatchObject(wanted);
    await send('DELETE', `/apps/${app.id}`);
  });

  it.each([
    ['name', { name: ' ' }],
    ['homepage', { homepage: 'http://buddy.example' }],
    ['redirect_uris', { redirect_uris: ['http://buddy.example/back'] }],
    ['redirect_uris', { redirect_uris: ['https://buddy.example/back#x'] }],
    ['redirect_uris', { redirect_uris: ['https://*.example.com/'] }],
    ['redirect_uris', { redirect_uris: ['javascript:alert(1)'] }],
    ['redirect_uris', { redirect_uris: ['myapp:/back'] }],
    ['redirect_uris', { redirect_uris: ['https://user:pass@buddy.example/'] }],
    ['redirect_uris', { redirect_uris: [] }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['everything'] }],
    ['manages_users', { manages_users: true, confidential: false }],
  ])('is refused with an invalid %s: %j', async (field, wrong) => {
    const { status, body } = await send('POST', '/apps', { ...SETTINGS, ...wrong });
    expect(status).toBe(422);
    expect(Object.keys(body['errors'] as object)).toEqual([field]);
  });

  it('ends with all grants when it is deleted', async () => {
    const app = await registered();
    const id = Number(app.id);
    await gateway.database.transaction((tx) =>
      createGrant(tx, { userId, appId: id, scopes: ['accounts:read'], accountIds: null }),
    );
    expect((await gateway.get(`/apps/${id}`, owner)).body['data']).toMatchObject({ users_count: '1' });
    expect((await send('DELETE', `/apps/${id}`)).body).toEqual({ message: 'App deleted.' });
    expect((await gateway.list('/grants', owner)).body.data).toEqual([]);
    expect((await send('DELETE', `/apps/${id}`)).status).toBe(404);
  });

  it('is not found by other users: they cannot see, change, rotate or delete it', async () => {
    const { id } = await registered();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', SETTINGS],
      ['POST', '/rotate-secret', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const foreign = await send(method, `/apps/${id}${path}`, body, other);
      const missing = await send(method, `/apps/99999${path}`, body, other);
      expect(foreign).toMatchObject({ status: 404, body: missing.body });
    }
    expect((await gateway.list('/apps', other)).body.data).toEqual([]);
    const restricted = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await send('POST', '/apps', SETTINGS, restricted)).status).toBe(403);
    await send('DELETE', `/apps/${id}`);
  });

  it('is created once for a repeated request, with the same secret', async () => {
    const again = { method: 'POST', token: owner, body: SETTINGS, headers: { 'idempotency-key': 'one app' } };
    const [first, second] = [
      await gateway.request('/api/v1/apps', again),
      await gateway.request('/api/v1/apps', again),
    ];
    expect(second.body).toEqual(first.body);
    const { body } = await gateway.list('/apps', owner);
    expect(body.meta.total).toBe(1);
    await send('DELETE', `/apps/${String(body.data[0]?.['id'])}`);
  });

  it('is refused beyond the maximum of a user', async () => {
    const made: Made[] = [];
    for (let n = 0; n < 6; n += 1) made.push(await registered());
    const { status, body } = await send('POST', '/apps', SETTINGS);
    expect({ status, message: body['message'] }).toEqual({
      status: 422,
      message: 'You have 6 apps, as many as you may. Delete one first.',
    });
    for (const { id } of made) await send('DELETE', `/apps/${id}`);
  });
});
