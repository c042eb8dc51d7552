import { Visitor } from '@tributary/testing';
import { SCOPES } from '../../../../src/identity/permissions/scopes';
import { administrator, auditTrail } from '../../../administrators';
import { appToken, managedToken } from '../../../contract/minted-tokens';
import { GatewayUnderTest } from '../../../gateway-under-test';

let gateway: GatewayUnderTest;
let admin: { readonly userId: number; readonly token: string };
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  admin = await administrator(gateway);
});
afterAll(() => gateway.close());

const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  gateway.request<Record<string, unknown>>(`/api/v1${path}`, { method, token, body });

interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
}

async function administrationRoutes(): Promise<DocumentedRoute[]> {
  const response = await fetch(`${gateway.url}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { 'x-role'?: string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-role'] === 'ADMIN')
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
}

it('every route of administration is 403 for other users and restricted tokens, and does not exist for apps', async () => {
  const routes = await administrationRoutes();
  expect(routes.length).toBeGreaterThan(8);
  for (const { path } of routes) expect(path).toMatch(/^\/admin\//);
  const userId = await gateway.user('plain@example.com');
  const refused = [
    [await gateway.token({ userId }), 403],
    [await gateway.token({ userId: admin.userId, scopes: SCOPES }), 403],
    [await appToken(gateway, admin.userId, SCOPES), 404],
    [(await managedToken(gateway, admin.userId)).token, 404],
  ] as const;
  for (const { method, path } of routes) {
    const named = path.replaceAll(/\{\w+\}/g, '1');
    for (const [token, status] of refused) {
      const answer = await call(method, named, method === 'POST' || method === 'PUT' ? {} : undefined, token);
      expect({ method, path, status: answer.status }).toEqual({ method, path, status });
    }
  }
});

it('an administrator who lost the role is refused at the next request', async () => {
  const other = await administrator(gateway, 'former@example.com');
  expect((await call('GET', '/admin/users', undefined, other.token)).status).toBe(200);
  expect((await call('PUT', `/admin/users/${other.userId}`, { role: 'USER' })).status).toBe(200);
  expect((await call('GET', '/admin/users', undefined, other.token)).status).toBe(403);
});

it('users are listed, found by role and state, and shown with nothing of their money', async () => {
  const userId = await gateway.user('listed@example.com', 'PLUS');
  const { body } = await gateway.list('/admin/users?filter[email]=listed', admin.token);
  expect(body.data).toEqual([
    {
      id: String(userId),
      name: 'Maija',
      email: 'listed@example.com',
      role: 'USER',
      plan: 'PLUS',
      managed_by: null,
      disabled_at: null,
      last_signed_in_at: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    },
  ]);
  const administrators = await gateway.list('/admin/users?filter[role]=ADMIN', admin.token);
  expect(administrators.body.data).toHaveLength(1);
  expect((await call('GET', `/admin/users/${userId}`)).body).toEqual({ data: body.data[0] });
  expect((await call('GET', '/admin/users/999999')).status).toBe(404);
});

it('a change of role, plan and state is in force at the next request, and in both audit trails', async () => {
  const userId = await gateway.user('changed@example.com', 'FREE');
  const token = await gateway.token({ userId });
  const wanted = { role: 'ADMIN', plan: 'PRO', disabled: true };
  const { status, body } = await call('PUT', `/admin/users/${userId}`, wanted);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({
    role: 'ADMIN',
    plan: 'PRO',
    disabled_at: expect.any(String) as string,
  });
  expect((await gateway.get('/user', token)).status).toBe(401);
  await call('PUT', `/admin/users/${userId}`, { disabled: false });
  expect((await gateway.get('/user', token)).status).toBe(200);
  expect(await auditTrail(gateway, admin.token)).toEqual(
    expect.arrayContaining([
      `USER_CHANGED user ${userId} role=ADMIN plan=PRO disabled=true`,
      `USER_CHANGED user ${userId} disabled=false`,
    ]),
  );
  const own = await gateway.list('/user/security-events?sort=id', token);
  expect(own.body.data.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ROLE_CHANGED', 'PLAN_CHANGED', 'USER_DISABLED', 'USER_ENABLED']),
  );
});

it('an administrator cannot leave the installation without one', async () => {
  const own = `/admin/users/${admin.userId}`;
  expect((await call('PUT', own, { role: 'USER' })).status).toBe(409);
  expect((await call('PUT', own, { disabled: true })).status).toBe(409);
  expect((await call('DELETE', own)).status).toBe(409);
  expect((await call('GET', own)).body['data']).toMatchObject({ role: 'ADMIN', disabled_at: null });
});

it('what does not fit is refused: an unknown role, an empty change, a managed user as administrator', async () => {
  const userId = await gateway.user('unfit@example.com');
  expect((await call('PUT', `/admin/users/${userId}`, { role: 'ROOT' })).status).toBe(422);
  expect((await call('PUT', `/admin/users/${userId}`, {})).status).toBe(422);
  expect((await call('PUT', '/admin/users/999999', { plan: 'FREE' })).status).toBe(404);
  const { managedUserId } = await managedToken(gateway, userId);
  expect((await call('PUT', `/admin/users/${managedUserId}`, { role: 'ADMIN' })).status).toBe(422);
});

it('a created user signs in with the shown password, and with the one that replaces it', async () => {
  const created = await call('POST', '/admin/users', {
    name: 'New',
    email: 'new@example.com',
    plan: 'FREE',
  });
  expect(created.status).toBe(201);
  const { user_id, password } = created.body['data'] as { user_id: string; password: string };
  const signIn = async (word: string) =>
    (await new Visitor(gateway.url).submit('/sign-in', { email: 'new@example.com', password: word })).status;
  expect(await signIn(password)).toBe(303);
  const reset = await call('POST', `/admin/users/${user_id}/reset-password`);
  expect(await signIn(password)).toBe(422);
  expect(await signIn((reset.body['data'] as { password: string }).password)).toBe(303);
  const again = await call('POST', '/admin/users', { name: 'New', email: 'new@example.com', plan: 'FREE' });
  expect(again.status).toBe(422);
});

it('a removed user is erased, and the act stays in the trail', async () => {
  const userId = await gateway.user('removed@example.com');
  const { status, body } = await call('DELETE', `/admin/users/${userId}`);
  expect(status).toBe(202);
  expect(body['data']).toMatchObject({ status: 'ERASING' });
  expect((await call('GET', `/admin/users/${userId}`)).status).toBe(404);
  expect(await auditTrail(gateway, admin.token)).toContain(`USER_DELETED user ${userId}`);
});

it('an invitation opens the sign-up page once, until it is withdrawn', async () => {
  const { status, body } = await call('POST', '/admin/invitations', { email: 'guest@example.com' });
  expect(status).toBe(201);
  const { id, url } = body['data'] as { id: string; url: string };
  const visitor = new Visitor(gateway.url);
  expect((await visitor.get(new URL(url).pathname + new URL(url).search)).status).toBe(200);
  const listed = await gateway.list('/admin/invitations', admin.token);
  expect(listed.body.data).toEqual([expect.objectContaining({ id, email: 'guest@example.com' })]);
  expect(JSON.stringify(listed.body)).not.toContain(new URL(url).searchParams.get('invitation'));
  expect((await call('DELETE', `/admin/invitations/${id}`)).status).toBe(200);
  expect((await call('DELETE', `/admin/invitations/${id}`)).status).toBe(404);
});

it('every type of event is listed with a sample in each payload version, for anyone', async () => {
  const { status, body } = await gateway.request<{ data: { type: string; samples: { body: object }[] }[] }>(
    '/api/v1/events/types',
  );
  expect(status).toBe(200);
  expect(body.data.map(({ type }) => type)).toContain('transactions.created');
  for (const { samples } of body.data) expect(samples).toHaveLength(2);
});
