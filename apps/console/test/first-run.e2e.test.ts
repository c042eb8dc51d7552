import { eventually } from '@tributary/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { StartedTributary, startTributary } from '../../all-in-one/test/started-tributary';
import { startBrowser } from '../../api-gateway/test/browser';
import { atRest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

describeBrowser('the first run', () => {
  let home: string;
  let tributary: StartedTributary;
  let browser: Browser;
  let page: Page;
  let url: string;
  const errors: string[] = [];

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'tributary-first-run-'));
    tributary = startTributary(['serve'], { TRIBUTARY_HOME: home });
    browser = await startBrowser();
    page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    await eventually(() => expect(tributary.output()).toContain('Tributary is ready.'), {
      timeoutMs: 60_000,
    });
    url = printed(/^ {2}console +(http:\S+)$/m);
  });
  afterAll(async () => {
    await browser.close();
    tributary.process.kill('SIGTERM');
    await tributary.exit;
    rmSync(home, { recursive: true, force: true });
  });

  const printed = (pattern: RegExp) => pattern.exec(tributary.output())?.[1] ?? '';

  it('leads from the terminal’s code to an administrator who knows what to do first', async () => {
    await page.goto(url);
    await page.getByRole('heading', { name: 'Welcome to Tributary' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/first-run');
    await page.getByLabel('Your name').fill('Maija');
    await page.getByLabel('E-mail address').fill('maija@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByLabel('Code from the terminal').fill('AAAA-AAAA-AAAA');
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.getByRole('alert').getByText('not the code that the terminal shows').waitFor();

    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByLabel('Code from the terminal').fill(printed(/enter the code (\S+)/).toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/welcome');

    const provider = page.getByRole('listitem').filter({ hasText: 'Enter a provider’s keys' });
    await provider.getByText('Next', { exact: true }).waitFor();
    const keys = provider.getByRole('link', { name: 'Enter keys' });
    expect(await keys.getAttribute('href')).toBe('/administration?tab=providers');
    expect(
      await page.locator('main').getByRole('link', { name: 'Connect a bank' }).getAttribute('href'),
    ).toBe('/connect');
  });

  it.each(['light', 'dark'] as const)(
    'shows the first steps in the %s theme without a complaint of axe',
    async (theme) => {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    },
  );

  it('shows them on a narrow window without scrolling sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('says that a step is done once it is', async () => {
    const answer = await page.evaluate(async () => {
      const session = (await (await fetch('/console/session')).json()) as { csrf_token: string };
      const headers = { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token };
      const body = JSON.stringify({ name: 'Wallet', currency: 'EUR' });
      return (await fetch('/api/v1/finance/accounts', { method: 'POST', headers, body })).status;
    });
    expect(answer).toBe(201);
    await page.reload();
    await atRest(page);
    const bank = page.getByRole('listitem').filter({ hasText: 'Connect a bank' });
    await bank.getByText('Done', { exact: true }).waitFor();
    const destination = page.getByRole('listitem').filter({ hasText: 'Make a destination' });
    await destination.getByText('Next', { exact: true }).waitFor();
  });

  it('reports nothing to the browser’s console', () => {
    expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
  });
});
