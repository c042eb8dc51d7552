import { Consumption } from '@tributary/messaging';
import { PASSWORD, testAccount } from '../../../test-account';
import { GatewayUnderTest } from '../../../gateway-under-test';
import { playUserDataOwners } from '../../../played-user-data';

/** Two gateways on one database. */
let first: GatewayUnderTest;
let second: GatewayUnderTest;
let owners: Consumption[];

beforeAll(async () => {
  first = await GatewayUnderTest.start();
  second = await GatewayUnderTest.start({
    DATABASE_URL: first.databaseLine.url,
    ENCRYPTION_KEY: first.config.encryptionKey,
  });
  owners = (await Promise.all([first, second].map(playUserDataOwners))).flat();
});
afterAll(async () => {
  await Promise.all(owners.map((owner) => owner.stop()));
  await second.close();
  await first.close();
});

/** What the promise is measured by: however slow the machine, no request begun later than this is answered. */
const PROMISED_MS = 1000;

it('a deleted user’s token is refused immediately by the gateway of the request, and by another within a second', async () => {
  const { token } = await testAccount(first);
  const stays = await first.token({ userId: await first.user('stays@example.com') });
  const isTaken = async (gateway: GatewayUnderTest, of = token) =>
    (await gateway.get('/user', of)).status === 200;
  expect(await isTaken(second)).toBe(true); // and believed for a while

  const { status } = await first.request('/api/v1/user', {
    token,
    method: 'DELETE',
    body: { current_password: PASSWORD },
  });
  expect(status).toBe(202);
  const deletedAt = performance.now();
  expect(await isTaken(first)).toBe(false);
  for (let isRefused = false; !isRefused;) {
    const askedAfterMs = performance.now() - deletedAt;
    isRefused = !(await isTaken(second));
    if (!isRefused) expect(askedAfterMs).toBeLessThan(PROMISED_MS);
  }
  expect([await isTaken(first, stays), await isTaken(second, stays)]).toEqual([true, true]);
  expect(await isTaken(second)).toBe(false);
});
