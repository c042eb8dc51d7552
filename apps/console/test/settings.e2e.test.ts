import { Visitor } from '@tributary/testing';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

const NEXT_PASSWORD = 'another horse battery';
/** For the whole job, on a busy machine. */
const JOB_MS = 120_000;

describeBrowser('the settings', () => {
  let system: ConsoleUnderTest;
  beforeAll(async () => {
    system = await ConsoleUnderTest.start();
  }, JOB_MS);
  afterAll(() => system.stop());

  it(
    'let a person change name and password, switch a notice off, and end another session',
    async () => {
      const { page } = system;
      page.setDefaultTimeout(15_000);
      await system.open('/settings');

      const name = page.getByLabel('Your name');
      await name.fill('Aino');
      await page.getByRole('button', { name: 'Save name' }).click();
      await page.getByText('Name saved').waitFor();

      const notice = page.getByRole('switch', { name: /A sign-in from a new network/ });
      await notice.click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await notice.isChecked()).toBe(false);

      // An account of the tests has no password yet; signing up in another browser gives one.
      const other = new Visitor(system.system.url);
      const email = await other.signUp();
      await signIn(system, email, 'correct horse battery');
      await system.open('/settings');
      const sessions = page.getByRole('region', { name: 'Sessions' });
      await sessions.getByText('This browser').waitFor();
      await sessions.getByRole('button', { name: /^End session/ }).click();
      await page.getByText('Session ended').waitFor();
      await sessions.getByRole('button', { name: /^End session/ }).waitFor({ state: 'detached' });
      expect(await other.isSignedIn()).toBe(false);

      await page.getByLabel(/^Present password/).fill('not my password');
      await page.getByLabel(/^New password/).fill(NEXT_PASSWORD);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('This is not your present password.').waitFor();
      await page.getByLabel(/^Present password/).fill('correct horse battery');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Password changed').waitFor();

      const again = new Visitor(system.system.url);
      const signedIn = await again.submit('/sign-in', { email, password: NEXT_PASSWORD });
      expect(signedIn.status).toBe(303);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    },
    JOB_MS,
  );

  it.each(['light', 'dark'] as const)('are accessible in %s', async (theme) => {
    await system.open('/settings');
    await inTheme(system.page, theme);
    expect(await violations(system.page)).toEqual([]);
  });

  it('fit a narrow window', async () => {
    await system.page.setViewportSize({ width: 360, height: 740 });
    await system.open('/settings');
    await atRest(system.page);
    expect(await overflow(system.page)).toBeLessThanOrEqual(0);
  });

  it(
    'say what goes with the account before it is deleted',
    async () => {
      const { user, page } = await system.filled('leaving');
      page.setDefaultTimeout(15_000);
      await system.open('/settings', page);
      await page.getByRole('button', { name: 'Delete the account…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/bank connection/).waitFor();
      const remove = dialog.getByRole('button', { name: 'Delete the account' });
      expect(await remove.isDisabled()).toBe(true);
      const { email } = await system.system.data<{ email: string }>('GET', '/user', user.token);
      await dialog.getByLabel(/^Type .+ to confirm$/).fill(email);
      expect(await remove.isDisabled()).toBe(true);
      await dialog
        .getByLabel('Your password', { exact: true })
        .fill(await system.system.givePassword(user.id));
      await remove.click();
      await page.waitForURL(/\/erasures\//);
    },
    JOB_MS,
  );
});

async function signIn({ context, page, system }: ConsoleUnderTest, email: string, password: string) {
  await context.clearCookies();
  await page.goto(`${system.url}/sign-in?return_to=/settings`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
}
