import { recordingStatements } from '../../contract/recorded-statements';
import { WRONG_PASSWORDS } from '../../../src/identity/limits/limits';
import { GatewayUnderTest } from '../../gateway-under-test';
import { Visitor } from '@tributary/testing';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ TRUSTED_PROXIES: '127.0.0.1,::1' });
});
afterAll(() => gateway.close());

const PASSWORD = 'correct horse battery';
const HOME = '203.0.113.7';
const { free } = WRONG_PASSWORDS;

const from = (address: string) => new Visitor(gateway.url, { 'x-forwarded-for': address });
let strangers = 0;
const stranger = () => from(`198.51.100.${(strangers += 1)}`);

const attempt = async (visitor: Visitor, email: string, password: string) =>
  (await visitor.submit('/sign-in', { email, password })).status;
const guess = (visitor: Visitor, email: string) => attempt(visitor, email, 'a wrong password');

/** A pause is a second at first: on a busy machine it would be over before the next request. */
const holdPauses = () =>
  gateway.database.execute(
    `update sign_in_failures set blocked_until = now() + interval '10 minutes' where blocked_until > last_failed_at`,
  );

it('strangers’ guesses block strangers from any network, but never the owner where they signed in before', async () => {
  const email = await from(HOME).signUp();
  const guesses = [];
  for (let count = 0; count < free.account; count += 1) guesses.push(await guess(stranger(), email));
  expect(guesses).toEqual(guesses.map(() => 422));
  await holdPauses();
  expect(await guess(stranger(), email)).toBe(429);
  expect(await attempt(stranger(), email, PASSWORD)).toBe(429);
  expect(await attempt(from(HOME), email, PASSWORD)).toBe(303);
  // Nor does the owner's coming and going give strangers further guesses.
  expect(await guess(stranger(), email)).toBe(429);
});

it('a network of guessers blocks itself, but not users who signed in from there before', async () => {
  const shared = '192.0.2.1';
  const email = await from(shared).signUp();
  const guesses = [];
  for (let count = 0; count < free.network; count += 1)
    guesses.push(await guess(from(shared), `nobody-${count}@example.com`));
  expect(guesses).toEqual(guesses.map(() => 422));
  await holdPauses();
  expect(await guess(from(shared), 'somebody@example.com')).toBe(429);
  expect(await attempt(from(shared), email, PASSWORD)).toBe(303);
});

it('guesses from a network that the account knows are slowed down, too', async () => {
  const email = await from(HOME).signUp();
  const guesses = [];
  for (let count = 0; count < free['account from a known network']; count += 1)
    guesses.push(await guess(from(HOME), email));
  expect(guesses).toEqual(guesses.map(() => 422));
  await holdPauses();
  expect(await attempt(from(HOME), email, PASSWORD)).toBe(429);
});

it('only the right password makes a network known', async () => {
  const email = await from(HOME).signUp();
  const travelling = '198.18.0.9';
  expect(await guess(from(travelling), email)).toBe(422);
  expect(await attempt(from(travelling), email, PASSWORD)).toBe(303);
  for (let count = 0; count < free.account; count += 1) await guess(stranger(), email);
  await holdPauses();
  expect(await attempt(stranger(), email, PASSWORD)).toBe(429);
  expect(await attempt(from(travelling), email, PASSWORD)).toBe(303);
});

it('a wrong password costs the same whether the address has an account', async () => {
  const email = await from(HOME).signUp();
  const work = async (address: string) => {
    const one = stranger();
    await one.get('/sign-in');
    const { statements } = await recordingStatements(() => guess(one, address));
    const own = statements.filter((sql) =>
      /^(select|insert|update)[^]*\b(users|security_events|sign_in_failures)\b/.test(sql.trim()),
    );
    return own.map((sql) => sql.trim().split(/\s+/).slice(0, 3).join(' '));
  };
  const ofOwner = await work(email);
  expect(ofOwner).toContain('insert into security_events');
  expect(await work('nobody-at-all@example.com')).toEqual(ofOwner);
});
