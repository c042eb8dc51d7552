import type { Visitor } from '@tributary/testing';
import { AttackedSystem } from './attacked-system';

const PASSWORD = 'correct horse battery';
const NEXT = 'another horse battery';
const LAST = 'the last horse battery';
const EVERYTHING = ['sessions', 'tokens', 'grants'];

interface Owner {
  readonly email: string;
  /** A browser in which the owner is signed in. */
  readonly browser: Visitor;
}

/**
 * Section D of docs/explanation/security.md: actions of a thief who knew the password for a moment, and of strangers
 * with addresses of others. It needs mail, so it has its own system.
 */
export function outlivingRecovery(): void {
  let system: AttackedSystem;
  let people = 0;
  beforeAll(async () => {
    system = await AttackedSystem.start('one process', { sendsMail: true, bankAccounts: 1 });
  });
  afterAll(() => system?.stop());

  const newAddress = () => `recovery-${(people += 1)}@example.org`;
  const request = (email: string) => system.guest().submit('/sign-up', { email });
  /** Sends the form behind a mail's link. */
  const open = (path: string, code: string, values: Record<string, string | string[]> = {}) =>
    system.guest().submit(`/sign-in`, { code, ...values }, path);
  const signsIn = async (email: string, password: string) =>
    (await system.guest().submit('/sign-in', { email, password })).status === 303;
  const emailOf = async ({ browser }: Owner) => (await browser.session())?.user.email;

  async function owner(): Promise<Owner> {
    const email = newAddress();
    await request(email);
    const code = await system.codeTo(email, 'SIGN_UP');
    await open('/begin-account', code, { name: 'Maija', password: PASSWORD });
    const browser = system.guest();
    await browser.submit('/sign-in', { email, password: PASSWORD });
    return { email, browser };
  }

  /**
   * Acts as a thief who knows the password for a moment.
   * @returns the thief's token, and the link to the thief's address
   */
  async function thiefOf({ email }: Owner) {
    const browser = system.guest();
    await browser.submit('/sign-in', { email, password: PASSWORD });
    const wanted = { name: 'thief', scopes: null, financial_accounts: null };
    const { data } = await browser.console<{ token: string }>('POST', '/tokens', wanted);
    const address = `evil-${email}`;
    const asked = await browser.console('PUT', '/user', { email: address, current_password: PASSWORD });
    expect(asked.status).toBe(200);
    return { browser, token: data.token, address, code: await system.codeTo(address, 'CONFIRM_ADDRESS') };
  }

  const tokenStatus = async (token: string) => (await system.rest('GET', '/user', token)).status;

  async function reset({ email }: Owner, password: string): Promise<string> {
    await system.guest().submit('/forgotten-password', { email });
    const code = await system.codeTo(email, 'RESET_PASSWORD');
    return (await open('/reset-password', code, { password, end: EVERYTHING })).location ?? '';
  }

  it('a reset by mail ends the thief’s session and token, and the change of address that they began', async () => {
    const victim = await owner();
    const thief = await thiefOf(victim);
    expect(await reset(victim, NEXT)).toContain('/sign-in?reset=ended');
    expect([await thief.browser.isSignedIn(), await tokenStatus(thief.token)]).toEqual([false, 401]);
    expect((await open('/confirm-address', thief.code)).status).toBe(403);
    expect([await signsIn(victim.email, NEXT), await signsIn(thief.address, NEXT)]).toEqual([true, false]);
    await system.guest().submit('/forgotten-password', { email: thief.address });
    await expect(system.codeTo(thief.address, 'RESET_PASSWORD')).rejects.toThrow('no mail');
  });

  it('so does a new password in the settings, and an earlier link for a password opens nothing', async () => {
    const victim = await owner();
    await system.guest().submit('/forgotten-password', { email: victim.email });
    const early = await system.codeTo(victim.email, 'RESET_PASSWORD');
    const thief = await thiefOf(victim);
    const change = { password: NEXT, current_password: PASSWORD, end: EVERYTHING };
    expect((await victim.browser.console('PUT', '/user', change)).status).toBe(200);
    expect(await tokenStatus(thief.token)).toBe(401);
    expect((await open('/confirm-address', thief.code)).status).toBe(403);
    expect((await open('/reset-password', early, { password: LAST, end: [] })).status).toBe(403);
    expect(await emailOf(victim)).toBe(victim.email);
  });

  it('the owner takes back an account whose address the thief has moved on, also from the thief’s own undo', async () => {
    const victim = await owner();
    const thief = await thiefOf(victim);
    expect((await open('/confirm-address', thief.code)).status).toBe(200);
    const undo = await system.codeTo(victim.email, 'ADDRESS_CHANGED');
    const further = `further-${victim.email}`;
    await thief.browser.console('PUT', '/user', { email: further, current_password: PASSWORD });
    await open('/confirm-address', await system.codeTo(further, 'CONFIRM_ADDRESS'));
    const ofThief = await system.codeTo(thief.address, 'ADDRESS_CHANGED');
    const back = await open('/restore-address', undo, { password: NEXT });
    expect(back.location).toContain('/sign-in?restored=1');
    expect(await tokenStatus(thief.token)).toBe(401);
    expect((await open('/restore-address', ofThief, { password: LAST })).status).toBe(403);
    expect((await open('/restore-address', undo, { password: LAST })).status).toBe(403);
    expect(await signsIn(victim.email, NEXT)).toBe(true);
  });

  it('an address that a stranger enters first is not blocked for its owner, and the stranger has no part in the account', async () => {
    const email = newAddress();
    for (let turn = 0; turn < 7; turn += 1) await request(email);
    expect(await signsIn(email, PASSWORD)).toBe(false);
    const code = await system.codeTo(email, 'SIGN_UP');
    expect((await open('/begin-account', code, { name: 'Owner', password: NEXT })).status).toBe(303);
    expect(await signsIn(email, NEXT)).toBe(true);
  });

  it('neither a token nor an open browser erases the account', async () => {
    const victim = await owner();
    const { token, browser } = await thiefOf(victim);
    for (const body of [undefined, { current_password: 'a guess of it' }]) {
      expect((await system.rest('DELETE', '/user', token, body)).status).toBe(422);
      expect((await browser.console('DELETE', '/user', body)).status).toBe(422);
    }
    expect(await tokenStatus(token)).toBe(200);
  });
}
