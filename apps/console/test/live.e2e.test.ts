import { freePort, Visitor } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { InProcessSystem } from '../../all-in-one/test/in-process-system';
import { ConsoleUnderTest, describeBrowser, violations } from './console-fixture';

const PASSWORD = 'correct horse battery';
const CHANGES = 5;
/** From the bus to the screen, as is promised. */
const SHOWN_WITHIN_MS = 1000;

describeBrowser('an open screen', () => {
  let console: ConsoleUnderTest<InProcessSystem>;
  beforeAll(async () => {
    const settings = { PORT: String(await freePort()) };
    const because = 'the gateway is stopped, and all sessions end';
    console = await ConsoleUnderTest.alone({ because, services: ['api-gateway'], settings });
  }, 60_000);
  afterAll(() => console.stop());

  let accounts = 0;

  /** An account comes over the bus. @returns after how many milliseconds it was on the screen */
  async function appears(): Promise<number> {
    const name = `Account number ${(accounts += 1)}`;
    const since = performance.now();
    const document = {
      name,
      display_name: name,
      integrator: 'MANUAL',
      financial_connection_id: null,
    } as const;
    const shown = console.page.getByText(name).first().waitFor();
    await console.system.account(console.user.id, 900 + accounts, document);
    await shown;
    return performance.now() - since;
  }

  it('shows what comes over the bus in under a second', async () => {
    await console.open('/accounts');
    const times: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) times.push(await appears());
    const [, , median] = times.toSorted((a, b) => a - b);
    expect(median).toBeLessThan(SHOWN_WITHIN_MS);
  }, 60_000);

  it('says that the gateway does not answer, and goes on by itself once it does', async () => {
    await console.open('/accounts');
    await console.page.getByText('Account number 1', { exact: true }).first().waitFor();
    const lost = console.page.getByText('The connection was lost');
    await console.system.stopOne('api-gateway');
    await lost.waitFor();
    await console.system.startOne('api-gateway');
    await lost.waitFor({ state: 'detached' });
    await appears();
  }, 90_000);

  it('keeps what is being typed while a session ends, and continues once its user has signed in again', async () => {
    const { page, system } = console;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const email = await new Visitor(system.url).signUp('Aino', PASSWORD);
    await console.context.clearCookies();
    await page.goto(`${system.url}/sign-in?return_to=/settings`);
    await signIn(page, email);
    const name = page.getByLabel('Your name');
    await name.waitFor();
    await name.fill('Aino Korhonen');
    await system.sql('delete from api_gateway.sessions');
    // Not a click of the mouse: the stream may find the end first, and the dialog then lies over the button.
    await page.getByRole('button', { name: 'Save name' }).dispatchEvent('click');

    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('You are not signed in yet.').waitFor();
    expect(await violations(page)).toEqual([]);
    const [tab] = await Promise.all([
      console.context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'Sign in (new tab)' }).click(),
    ]);
    const signedInElsewhere = async () => {
      await signIn(tab, email);
      await tab.getByText('You are signed in').waitFor();
      await tab.close();
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
    };
    // The stream, which tries again by itself, may find the session before the window is looked at.
    await Promise.all([page.getByText('Name saved').waitFor(), signedInElsewhere()]);
    expect(await name.inputValue()).toBe('Aino Korhonen');
    await page.reload();
    expect(await name.inputValue()).toBe('Aino Korhonen');
  }, 90_000);
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
