import { AccountDeletedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import { atRest, ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

const DEAD_LETTER = JSON.stringify({
  id: 'dead-1',
  type: AccountDeletedV1.topic,
  version: AccountDeletedV1.version,
  occurredAt: '2026-03-02T06:10:00.000Z',
  payload: AccountDeletedV1.sample,
});

const TABS = ['Services', 'Dead letters', 'Users', 'Provider keys', 'Query model', 'Sizes', 'Audit trail'];

describeBrowser('an administrator', () => {
  let console: ConsoleUnderTest;
  let page: Page;
  beforeAll(async () => {
    console = await ConsoleUnderTest.alone({
      because:
        'the provider has an address, but no keys: an administrator enters them, and rebuilds for all users',
      settings: { PROVIDER_A_SECRET_ID: '', PROVIDER_A_SECRET_KEY: '' },
    });
    page = console.page;
  }, 120_000);
  afterAll(() => console.stop());

  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const dialog = () => page.getByRole('dialog');

  it('sees that services are healthy, enters keys, changes a role, replays a dead letter and rebuilds', async () => {
    await console.system.user('jussi@example.org', 'Jussi');
    await console.system.sql(
      `insert into rule_engine.dead_letters (message_id, item, topic, key, value, headers, error, attempts)
       values ('dead-1', -1, $1, '17', $2, '{}', 'Error: the database was full', 5)`,
      [AccountDeletedV1.topic, DEAD_LETTER],
    );

    await console.open('/administration');
    for (const service of [
      'API gateway',
      'Ingestion and sync',
      'Rule engine',
      'Transfer engine',
      'Webhook dispatcher',
    ])
      await page.getByRole('region', { name: service }).getByText('Healthy').waitFor();

    await page
      .getByRole('region', { name: 'Rule engine' })
      .getByRole('link', { name: '1 dead letter' })
      .click();
    await page.getByRole('button', { name: 'Show dead letter' }).click();
    await dialog().getByText('"type": "account.deleted"').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Replay dead letter' }).click();
    await dialog().getByRole('button', { name: 'Replay' }).click();
    await page.getByText('1 replayed, 0 failed again').waitFor();
    await page.getByText('No dead letters').waitFor();

    await tab('Users');
    await page.getByLabel('Find by e-mail address').fill('jussi');
    await page.getByLabel('Role of Jussi').waitFor();
    await page.getByLabel('Role of Maija').waitFor({ state: 'hidden' });
    await page.getByLabel('Role of Jussi').selectOption({ label: 'Administrator' });
    await dialog().getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('User changed').waitFor();
    await eventually(async () => expect(await page.getByLabel('Role of Jussi').inputValue()).toBe('ADMIN'));

    await tab('Provider keys');
    const { secretId, secretKey } = console.system.sandbox.credentials.providerA;
    const provider = page.getByRole('region', { name: /Provider A/ });
    await provider.getByText('No keys').waitFor();
    await provider.getByLabel('Secret ID').fill(secretId);
    await provider.getByLabel('Secret key').fill('a-wrong-key-of-somebody');
    await provider.getByRole('button', { name: 'Check and use the keys' }).click();
    await provider.getByText('PROVIDER_A does not accept these keys.').first().waitFor();
    await provider.getByLabel('Secret key').fill(secretKey);
    await provider.getByRole('button', { name: 'Check and use the keys' }).click();
    await provider.getByText('Keys entered').waitFor();

    await tab('Query model');
    await page.getByRole('button', { name: 'Rebuild' }).click();
    await dialog().getByRole('button', { name: 'Rebuild' }).click();
    await page.getByText('Complete', { exact: true }).waitFor({ timeout: 60_000 });

    await tab('Sizes');
    await page.getByRole('button', { name: 'Show tables of Ingestion and sync' }).click();
    await page.getByRole('cell', { name: 'financial_accounts' }).waitFor();

    await tab('Audit trail');
    for (const act of ['Entered the keys of a provider', 'Changed a user', 'Replayed dead letters'])
      await page.getByText(act).waitFor();
    // The refused keys are an answer that the browser notes as an error.
    expect(console.errors.filter((error) => !error.includes('422'))).toEqual([]);
  }, 180_000);

  it('finds every part accessible in both themes, and none wider than a telephone', async () => {
    await console.open('/administration');
    for (const name of TABS) {
      await tab(name);
      for (const theme of ['light', 'dark'] as const) {
        await inTheme(page, theme);
        await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
        await atRest(page);
        expect({ name, theme, violations: await violations(page) }).toEqual({ name, theme, violations: [] });
      }
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of TABS) {
      await tab(name);
      const isTooWide = (await overflow(page)) > 0;
      expect({ name, isTooWide }).toEqual({ name, isTooWide: false });
    }
  }, 180_000);
});
