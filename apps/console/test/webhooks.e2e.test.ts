import { callControl } from '@tributary/sandbox';
import type { Page } from 'playwright-core';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(120_000);

describeBrowser('webhooks in the console', () => {
  let console: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    console = await ConsoleUnderTest.start();
    page = console.page;
  });
  afterAll(() => console.stop());

  const clear = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
  };
  const narrow = async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const behave = (secret: string, behaviour: object) =>
    callControl(console.system.sandbox, 'PUT', '/receiver/console', { secret, behaviour });

  it('an endpoint is added, and its secret is shown once', async () => {
    const url = `${console.system.sandbox.receiverUrl}/hooks/console`;
    await console.open('/webhooks', page);
    await page.getByRole('heading', { name: 'No endpoint yet' }).waitFor();
    await clear();
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Address').fill('http://not-safe.example');
    await form.getByRole('button', { name: 'Add the endpoint' }).click();
    await form.getByText('begins with https://').waitFor();
    await clear();
    await form.getByLabel('Address').fill(url);
    await form.getByRole('button', { name: 'Add the endpoint' }).click();
    const secret = await page.getByText(/^whsec_/).innerText();
    await clear();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: url }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: url }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await narrow();
    await behave(secret, { kind: 'ok' });
  });

  it('a test event is delivered, and sent again', async () => {
    await page.getByRole('link', { name: /hooks\/console/ }).click();
    await page.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('menuitem', { name: /transactions\.created/ }).click();
    await page.getByRole('button', { name: /^Delivered transactions\.created/ }).waitFor();
    await page.getByText('Answered 204').waitFor();
    await page.getByText('"type": "transactions.created"').waitFor();
    await clear();
    await narrow();
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await page.getByText(/2 attempts/).waitFor();
  });

  it('what failed is shown with its answer, and everything that failed is sent again', async () => {
    const rotated = await rotate();
    // An endpoint that is gone is switched off, and nothing is retried by itself.
    await behave(rotated, { kind: 'status', status: 410 });
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('menuitem', { name: /transactions\.updated/ }).click();
    await page.getByText('Answered 410').first().waitFor();
    await page.getByRole('button', { name: /^Failed transactions\.updated/ }).waitFor();
    await behave(rotated, { kind: 'ok' });
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Send again all that failed' }).click();
    await clear();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/^1 delivery is sent again, oldest first/).waitFor();
    await page.getByRole('button', { name: /^Delivered transactions\.updated/ }).waitFor();
  });

  it('its rate and speed are drawn and listed in a table, and signatures are explained in four languages', async () => {
    await page.getByRole('tab', { name: 'Rate and speed' }).click();
    await page.getByRole('img', { name: /attempts succeeded/ }).waitFor();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    await page.getByRole('columnheader', { name: 'Succeeded' }).waitFor();
    await atRest(page);
    await clear();
    await narrow();
    await page.getByRole('tab', { name: 'Verify' }).click();
    for (const language of ['Node.js', 'Python', 'Go', 'PHP']) {
      await page.getByRole('tab', { name: language }).click();
      await page.getByLabel(`Verify in ${language}`).waitFor();
    }
    await clear();
    await narrow();
    expect(console.errors).toEqual([]);
  });

  async function rotate(): Promise<string> {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await clear();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
    const secret = await page.getByText(/^whsec_/).innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    return secret;
  }
});
