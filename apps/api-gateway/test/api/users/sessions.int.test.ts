import { Visitor } from '@tributary/testing';
import { GatewayUnderTest } from '../../gateway-under-test';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PASSWORD = 'correct horse battery';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => gateway.close());

const from = (address: string) =>
  new Visitor(gateway.url, { 'x-forwarded-for': address, 'user-agent': FIREFOX });

async function signedUp() {
  const one = from('192.0.2.7');
  const email = await one.signUp();
  const [user] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  const userId = user?.id ?? 0;
  return { one, email, userId, token: await gateway.token({ userId }) };
}

const signIn = async (email: string, address: string) => {
  const browser = from(address);
  await browser.submit('/sign-in', { email, password: PASSWORD });
  return browser;
};
const list = async (token: string) => (await gateway.list('/user/sessions', token)).body.data;
const end = (token: string, id = '') =>
  gateway.request(`/api/v1/user/sessions${id && `/${id}`}`, { method: 'DELETE', token });

it('sessions are listed with the network and the browser that they began in', async () => {
  const { email, token } = await signedUp();
  await signIn(email, '198.51.100.9');
  expect(await list(token)).toMatchObject([
    { network: '198.51.100.0/24', browser: 'Firefox on Linux', current: false },
    { network: '192.0.2.0/24', browser: 'Firefox on Linux', current: false },
  ]);
});

it('a session that is ended is signed out, and the others go on', async () => {
  const { one, email, token } = await signedUp();
  const other = await signIn(email, '198.51.100.9');
  const [latest] = await list(token);
  const id = String(latest?.['id']);
  expect((await end(token, id)).status).toBe(200);
  expect([await one.isSignedIn(), await other.isSignedIn()]).toEqual([true, false]);
  expect((await end(token, id)).status).toBe(404);
});

it('a session of another user is not there', async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()];
  const [session] = await list(theirs.token);
  expect((await end(mine.token, String(session?.['id']))).status).toBe(404);
  expect(await theirs.one.isSignedIn()).toBe(true);
});

it('a token signs out everywhere', async () => {
  const { one, email, token } = await signedUp();
  const other = await signIn(email, '198.51.100.9');
  expect((await end(token)).status).toBe(200);
  expect([await one.isSignedIn(), await other.isSignedIn()]).toEqual([false, false]);
});
