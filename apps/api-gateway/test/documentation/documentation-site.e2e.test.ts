import { spawnSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import path from 'node:path';
import { describeBrowser, startBrowser } from '../browser';
import { GatewayUnderTest } from '../gateway-under-test';

const ROOT = path.join(__dirname, '../../../..');

describeBrowser('the built documentation in a browser', () => {
  let gateway: GatewayUnderTest;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  const outside: string[] = [];

  beforeAll(async () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/docs.mjs', '--site'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    gateway = await GatewayUnderTest.start();
    browser = await startBrowser();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(gateway.url)) outside.push(request.url());
    });
  }, 600_000);
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  it('is searched without any other server', async () => {
    await page.goto(new URL('/docs/', gateway.url).href);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('ENCRYPTION_KEY change');
    await page.locator('.VPLocalSearchBox .result').first().click();
    await page.waitForURL(/\/docs\/how-to\/change-keys/);
    await page.getByRole('heading', { level: 1, name: 'keys' }).waitFor();
  });

  it('follows a link within the site, and lays out code and tables by its stylesheets', async () => {
    await page.goto(new URL('/docs/explanation/growth', gateway.url).href);
    const number = page.locator('td.align-right').first();
    expect(
      await number.evaluate(
        (cell) =>
          (
            globalThis as unknown as { getComputedStyle: (of: unknown) => { textAlign: string } }
          ).getComputedStyle(cell).textAlign,
      ),
    ).toBe('right');
    await page.getByRole('link', { name: 'the reasons' }).click();
    await page.waitForURL(/\/docs\/decisions\/schemas-and-stores/);
  });

  it('breaks no rule of its policy, and asks no other host', () => {
    expect(errors).toEqual([]);
    expect(outside).toEqual([]);
  });
});
