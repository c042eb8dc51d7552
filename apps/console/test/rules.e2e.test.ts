import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(300_000);

describeBrowser('rules in the console', () => {
  let under: ConsoleUnderTest;
  let page: Page;
  let user: FilledUser;
  let account: string;

  const read = <Data>(path: string): Promise<Data> => under.system.data<Data>('GET', path, user.token);

  beforeAll(async () => {
    under = await ConsoleUnderTest.start();
    ({ user, page } = await under.filled('Rules'));
    const found = await read<{ display_name: string }>(`/finance/accounts/${user.accountId}`);
    account = found.display_name;
  });
  afterAll(() => under.stop());

  it('are made with a template, previewed as a diff, saved, moved by keys, applied, and undone', async () => {
    await under.open('/rules', page);
    await page.getByRole('link', { name: 'New rule' }).click();
    await page.getByLabel('Name').fill('Clear payees');
    const field = page.getByRole('combobox', { name: 'Field to set' });
    await field.fill('mapped_fields.payee');
    await field.press('Escape');
    const template = page.getByRole('textbox', { name: 'Value of action 1' });
    await template.click();

    // What the API finds wrong stands where it is; fields are offered while one writes.
    await page.keyboard.type('Shop {{ currency | shout }}');
    await page.getByText('undefined filter: shout').first().waitFor();
    expect(await page.locator('.cm-lintRange-error').count()).toBe(1);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Shop {{ curr');
    await page
      .locator('.cm-tooltip-autocomplete')
      .getByRole('option', { name: /^currency\s?text$/ })
      .click();
    expect(await template.textContent()).toContain('Shop {{ currency');

    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('ins', { hasText: 'Shop EUR' }).first().waitFor();
    expect(await preview.locator('del').count()).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: 'Attach to accounts' }).click();
    await page.getByRole('option', { name: account }).click();
    await page.keyboard.press('Escape');
    expect(await rulesNamed('Clear payees')).toBe(0);
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clear payees' }).waitFor();

    await under.open(`/rules?account=${user.accountId}`, page);
    const order = page.getByRole('list', { name: 'Rules in their order' }).getByRole('listitem');
    await order.nth(1).filter({ hasText: 'Clear payees' }).waitFor();
    await page.getByRole('button', { name: 'Move Clear payees', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Clear payees would be rule 2 of 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Clear payees would be rule 1 of 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await eventually(async () => expect(await orderAtServer()).toEqual(['Clear payees', 'Rule Rules']));
    await page.getByRole('button', { name: 'Move Clear payees down' }).click();
    await eventually(async () => expect(await orderAtServer()).toEqual(['Rule Rules', 'Clear payees']));

    await page.getByRole('link', { name: 'Clear payees' }).click();
    await page.getByRole('button', { name: 'Apply to history' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    const applied = page.getByRole('region', { name: 'Apply to history' });
    await applied.getByText(/[1-9]\d* of \d+ transactions changed/).waitFor();

    await applied.getByRole('link', { name: 'See what changed' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rule logs' }).waitFor();
    const rows = page.getByRole('row').filter({ hasText: 'Shop EUR' });
    await rows.first().getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Reversal').first().waitFor();
    const choices = page.getByRole('checkbox', { name: /^Choose the change/ });
    await choices.first().check();
    await page.getByRole('button', { name: 'Undo 1 chosen' }).click();
    await page.getByText('1 of 1 changes are undone').waitFor();
    // The template that was wrong for a moment was refused.
    expect(under.errors.filter((error) => !error.includes('status of 422'))).toEqual([]);
    under.errors.length = 0;
  });

  it('show both versions where another tab changed the same rule, and ask before they are left unsaved', async () => {
    const other = await page.context().newPage();
    const path = `/rules/${user.ruleId}`;
    await under.open(path, page);
    await page.getByLabel('Description').fill('Written here');
    await under.open(path, other);
    await other.getByLabel('Description').fill('Written in the other tab');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByText('Rule saved').waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'The rule was changed meanwhile' });
    await dialog.getByText('Written in the other tab').waitFor();
    await dialog.getByText('Written here').waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Everything is saved.').waitFor();
    expect((await read<{ description: string }>(path)).description).toBe('Written here');

    await page.getByLabel('Description').fill('Not saved');
    await page.getByRole('link', { name: 'What it changed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Not saved');
    await page.getByRole('link', { name: 'What it changed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rule logs' }).waitFor();
    // The change that came too late was refused.
    expect(under.errors.filter((error) => !error.includes('status of 409'))).toEqual([]);
  });

  it('fit in both themes and in 360 pixels, with nothing that axe finds', async () => {
    const paths = [
      '/rules',
      `/rules?account=${user.accountId}`,
      '/rules/new',
      `/rules/${user.ruleId}`,
      '/rule-logs',
    ];
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await under.open(path, page);
      for (const theme of ['light', 'dark'] as const) {
        await inTheme(page, theme);
        const complaints = await violations(page);
        if (complaints.length > 0) found[`${path} ${theme}`] = complaints;
      }
      await page.setViewportSize({ width: 360, height: 740 });
      const wider = await overflow(page);
      if (wider > 0) found[`${path} at 360 pixels`] = wider;
    }
    expect(found).toEqual({});
  });

  async function rulesNamed(name: string): Promise<number> {
    return (await read<unknown[]>(`/rules?filter[name]=${encodeURIComponent(name)}`)).length;
  }

  async function orderAtServer(): Promise<string[]> {
    interface Attached {
      readonly name: string;
      readonly financial_accounts: readonly {
        readonly rule_position: number;
        readonly financial_account: { readonly id: string };
      }[];
    }
    const at = `filter[financial_account_id]=${user.accountId}`;
    const rules = await read<Attached[]>(`/rules?include=financial_accounts&${at}`);
    const id = String(user.accountId);
    const positionOf = ({ financial_accounts }: Attached) =>
      financial_accounts.find((one) => one.financial_account.id === id)?.rule_position ?? 0;
    return rules.toSorted((a, b) => positionOf(a) - positionOf(b)).map(({ name }) => name);
  }
});
