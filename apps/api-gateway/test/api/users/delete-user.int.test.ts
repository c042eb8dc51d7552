import { GatewayUnderTest } from '../../gateway-under-test';
import { administrator } from '../../administrators';
import { PASSWORD, testAccount } from '../../test-account';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  await administrator(gateway);
});
afterAll(() => gateway.close());

const remove = (token: string, body?: object) =>
  gateway.request('/api/v1/user', { method: 'DELETE', token, body });
const isThere = async (userId: number) =>
  (await gateway.database.query('select 1 from users where id = $1', [userId])).length === 1;

it.each([
  ['no password', undefined],
  ['an empty body', {}],
  ['a wrong one', { current_password: 'wrong password' }],
])('%s is 422 on its field, by token and by session, and deletes nothing', async (_what, body) => {
  const { token, one, userId } = await testAccount(gateway);
  const answer = await remove(token, body);
  expect([answer.status, Object.keys(answer.body['errors'] as object)]).toEqual([422, ['current_password']]);
  expect((await one.console('DELETE', '/user', body)).status).toBe(422);
  expect(await isThere(userId)).toBe(true);
});

it('the right one deletes, by token and by session', async () => {
  const [byToken, bySession] = [await testAccount(gateway), await testAccount(gateway)];
  const body = { current_password: PASSWORD };
  expect((await remove(byToken.token, body)).status).toBe(202);
  expect((await bySession.one.console('DELETE', '/user', body)).status).toBe(202);
  expect([await isThere(byToken.userId), await isThere(bySession.userId)]).toEqual([false, false]);
});

it('guesses are counted as those at the sign-in, and the pause is 429', async () => {
  const { token } = await testAccount(gateway);
  const statuses: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    statuses.push((await remove(token, { current_password: `wrong ${turn}` })).status);
  }
  expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422]);
  expect(statuses).toContain(429);
});

it('a user without a password is told who deletes them', async () => {
  const userId = await gateway.user('no-password@example.com');
  const token = await gateway.token({ userId });
  for (const body of [undefined, { current_password: PASSWORD }]) {
    const { status, body: answer } = await remove(token, body);
    expect([status, answer['message']]).toEqual([409, expect.stringContaining('tributary users erase')]);
  }
  expect(await isThere(userId)).toBe(true);
});
