import { Visitor, requestOperation } from '@tributary/testing';
import { createFirstRunCode } from '../../../../src/identity/sign-up/first-run';
import { administrator } from '../../../administrators';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { PASSWORD } from '../../../test-account';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.database.execute('delete from users'));

interface Administrator {
  readonly userId: number;
  readonly token: string;
}

const rows = <Row>(sql: string, values: unknown[]) => gateway.database.query<Row>(sql, values);
const ask = (kind: string, parameters: object) => requestOperation(rows, kind, parameters);
const call = async ({ token }: Administrator, method: string, path: string, body?: unknown) =>
  (await gateway.request(`/api/v1${path}`, { method, token, body })).status;
const administrators = async () =>
  (await rows<{ id: number }>(`select id from users where role = 'ADMIN' and disabled_at is null`, [])).map(
    ({ id }) => id,
  );
const two = async () => [
  await administrator(gateway, 'one@example.com'),
  await administrator(gateway, 'two@example.com'),
];

it('the only administrator cannot delete their own account: others would stay without one', async () => {
  const [one, other] = await two();
  if (!one || !other) throw new Error('there are two');
  expect(await call(other, 'PUT', `/admin/users/${one.userId}`, { role: 'USER' })).toBe(200);
  expect(await call(other, 'DELETE', '/user', { current_password: PASSWORD })).toBe(409);
  expect(await call(other, 'PUT', `/admin/users/${one.userId}`, { role: 'ADMIN' })).toBe(200);
  expect(await call(other, 'DELETE', '/user', { current_password: PASSWORD })).toBe(202);
  expect(await administrators()).toEqual([one.userId]);
});

it('an administrator who is disabled or cannot sign in does not count as the one who remains', async () => {
  const [one, other] = await two();
  if (!one || !other) throw new Error('there are two');
  await gateway.database.execute('update users set password_hash = null where id = $1', [one.userId]);
  expect(await call(other, 'DELETE', '/user', { current_password: PASSWORD })).toBe(409);
  await gateway.database.execute(`update users set password_hash = 'x' where id = $1`, [one.userId]);
  expect(await call(other, 'PUT', `/admin/users/${one.userId}`, { disabled: true })).toBe(200);
  expect(await call(other, 'DELETE', '/user', { current_password: PASSWORD })).toBe(409);
});

const ATTEMPTS = 12;
const ROUNDS = 10;

it.each([
  { name: 'demote', method: 'PUT', body: { role: 'USER' } },
  { name: 'disable', method: 'PUT', body: { disabled: true } },
  { name: 'delete', method: 'DELETE', body: undefined },
])('two administrators who $name each other at once: one always remains', async ({ method, body }) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await gateway.database.execute('delete from users');
    const [one, other] = await two();
    if (!one || !other) throw new Error('there are two');
    const turns = Array.from({ length: ATTEMPTS }, () => [
      call(one, method, `/admin/users/${other.userId}`, body),
      call(other, method, `/admin/users/${one.userId}`, body),
    ]);
    const statuses = await Promise.all(turns.flat());
    expect(await administrators()).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  }
});

it('where a stranger signed up first, the code of the terminal still makes an administrator', async () => {
  await new Visitor(gateway.url).signUp();
  const code = (await createFirstRunCode(gateway.database)) ?? '';
  const form = { code, name: 'Operator', email: 'op@example.com', password: 'correct horse battery' };
  expect((await new Visitor(gateway.url).submit('/first-run', form)).location).toBe(`${gateway.url}/welcome`);
  expect(await rows('select role from users order by id', [])).toEqual([{ role: 'USER' }, { role: 'ADMIN' }]);
  expect(await createFirstRunCode(gateway.database)).toBeNull();
});

it('users without an administrator sign in: only a valid code leads to the first run', async () => {
  await new Visitor(gateway.url).signUp();
  const shown = async () => (await new Visitor(gateway.url).get('/first-run')).status;
  expect(await shown()).toBe(303);
  await createFirstRunCode(gateway.database);
  expect(await shown()).toBe(200);
});

it('the first run says what to do where its address has an account already', async () => {
  const email = await new Visitor(gateway.url).signUp();
  const code = (await createFirstRunCode(gateway.database)) ?? '';
  const form = { code, name: 'Operator', email, password: 'correct horse battery' };
  const refused = await new Visitor(gateway.url).submit('/first-run', form);
  expect([refused.status, refused.html.includes('users set-role')]).toEqual([422, true]);
  expect(
    (await new Visitor(gateway.url).submit('/first-run', { ...form, email: 'op@example.com' })).status,
  ).toBe(303);
});

describe('the operator', () => {
  it('gives the role while nobody has it, and cannot take it from the last who has', async () => {
    const userId = await gateway.user('plain@example.com');
    await gateway.database.execute(`update users set password_hash = 'x'`);
    expect(await ask('set-role', { user: String(userId), role: 'ADMIN' })).toBe(
      `user ${userId} has the role ADMIN`,
    );
    expect(await administrators()).toEqual([userId]);
    await expect(ask('set-role', { user: String(userId), role: 'USER' })).rejects.toThrow(
      'only administrator',
    );
    await expect(ask('set-role', { user: '99999', role: 'ADMIN' })).rejects.toThrow('no user 99999');
    await expect(ask('set-role', { user: String(userId), role: 'ROOT' })).rejects.toThrow('role');
    expect(await administrators()).toEqual([userId]);
  });

  it('does not erase the last administrator of others, but the last person of an installation', async () => {
    const one = await administrator(gateway, 'one@example.com');
    const other = await gateway.user('other@example.com');
    await expect(ask('erase-user', { user: String(one.userId), dryRun: false })).rejects.toThrow(
      'only administrator',
    );
    expect(await ask('erase-user', { user: String(other), dryRun: false })).toContain('"erasure":');
    expect(await ask('erase-user', { user: String(one.userId), dryRun: false })).toContain('"erasure":');
  });
});
