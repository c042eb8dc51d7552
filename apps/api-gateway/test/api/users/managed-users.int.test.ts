import { Consumption } from '@tributary/messaging';
import { eventually } from '@tributary/testing';
import { findAppByClientId } from '../../../src/identity/authorizations/oauth-apps.store';
import { registerApp } from '../../registered-app';
import { issueManagedToken } from '../../../src/identity/oauth/managed-users';
import { SCOPES } from '../../../src/identity/permissions/scopes';
import { GatewayUnderTest, ListBody } from '../../gateway-under-test';
import { playUserDataOwners } from '../../played-user-data';

let gateway: GatewayUnderTest;
let owners: Consumption[];
let ownerId: number;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  owners = await playUserDataOwners(gateway);
  ownerId = await gateway.user('owner@example.com');
});
afterAll(async () => {
  await Promise.all(owners.map((owner) => owner.stop()));
  await gateway.close();
});

/** An app with two users, and how it asks. */
async function appWithUsers(managesUsers = true) {
  const settings = {
    name: 'Manager',
    homepage: null,
    redirectUris: ['https://client.example/back'],
    scopes: SCOPES,
    confidential: true,
    managesUsers,
  };
  const { clientId, secret, id } = await registerApp(gateway.database, { userId: ownerId }, settings);
  const app = await findAppByClientId(gateway.database, clientId);
  if (!app) throw new Error('the app that was just registered is gone');
  const tokenOf = async (name: string) =>
    managesUsers ? (await issueManagedToken(gateway.database, app, name, SCOPES)).token : '';
  const tokens = [await tokenOf('customer-1'), await tokenOf('customer-2')];
  return { id, clientId, secret: secret ?? '', tokens, tokenOf };
}

const basic = (clientId: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
});
type App = Awaited<ReturnType<typeof appWithUsers>>;
const ask = (app: Pick<App, 'clientId' | 'secret'>, path = '', method = 'GET') =>
  gateway.request<ListBody & { data: Record<string, unknown> }>(`/api/v1/managed-users${path}`, {
    method,
    headers: basic(app.clientId, app.secret),
  });
const list = async (app: App, query = '') =>
  ((await ask(app, query)).body as unknown as ListBody).data.map(({ managed_user: name }) => name);
const idOf = async (app: App, name: string) => {
  const { body } = await ask(app, `?filter[managed_user]=${name}`);
  return String((body as unknown as ListBody).data[0]?.['id']);
};

it('an app lists and shows the users whom it manages, and no other app’s', async () => {
  const [one, other] = [await appWithUsers(), await appWithUsers()];
  expect(await list(one)).toEqual(['customer-2', 'customer-1']);
  expect(await list(one, '?filter[managed_user]=customer-1')).toEqual(['customer-1']);
  const id = await idOf(one, 'customer-1');
  expect((await ask(one, `/${id}`)).body.data).toMatchObject({ id, managed_user: 'customer-1' });
  for (const method of ['GET', 'DELETE']) {
    const [foreign, missing] = [await ask(other, `/${id}`, method), await ask(other, '/999999', method)];
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    expect(foreign.status).toBe(404);
  }
  expect(await list(one)).toHaveLength(2);
});

it('a user who is deleted is erased as users who ask for it themselves: tokens end at once, the progress is shown', async () => {
  const app = await appWithUsers();
  const id = await idOf(app, 'customer-1');
  expect((await gateway.get('/user', app.tokens[0] ?? '')).status).toBe(200);
  const { status, body } = await ask(app, `/${id}`, 'DELETE');
  expect(status).toBe(202);
  expect((await gateway.get('/user', app.tokens[0] ?? '')).status).toBe(401);
  expect((await gateway.get('/user', app.tokens[1] ?? '')).status).toBe(200);
  expect(await list(app)).toEqual(['customer-2']);
  const erasure = `/api/v1/user-erasures/${String(body.data['id'])}`;
  await eventually(async () => {
    const { body: shown } = await gateway.request<{ data: { status: string } }>(erasure);
    expect(shown.data.status).toBe('ERASED');
  });
  expect((await ask(app, `/${id}`, 'DELETE')).status).toBe(404);
  await app.tokenOf('customer-1');
  expect(await idOf(app, 'customer-1')).not.toBe(id);
});

it('credentials that do not belong together, and tokens, are refused', async () => {
  const [one, other] = [await appWithUsers(), await appWithUsers()];
  const plain = await appWithUsers(false);
  const token = await gateway.token({ userId: ownerId });
  const refused: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${one.tokens[0] ?? ''}` },
    { authorization: 'Basic nonsense' },
    basic(one.clientId, ''),
    basic(one.clientId, other.secret),
    basic(plain.clientId, plain.secret),
    basic('owner@example.com', one.secret),
  ];
  for (const headers of refused) {
    const answer = await gateway.request('/api/v1/managed-users', { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Basic');
    expect(JSON.stringify(answer.body)).not.toContain(one.secret);
  }
});

it('an app whose owner is disabled, or that is deleted, asks in vain', async () => {
  const app = await appWithUsers();
  await gateway.database.execute('update users set disabled_at = now() where id = $1', [ownerId]);
  expect((await ask(app)).status).toBe(401);
  await gateway.database.execute('update users set disabled_at = null where id = $1', [ownerId]);
  expect((await ask(app)).status).toBe(200);
  await gateway.database.execute('delete from oauth_apps where id = $1', [app.id]);
  expect((await ask(app)).status).toBe(401);
});
