import { callControl } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import type { Page } from 'playwright-core';
import type { FilledUser } from '../../all-in-one/test/filled-user';
import { ConsoleUnderTest, describeBrowser, inTheme, overflow, violations } from './console-fixture';

jest.setTimeout(180_000);

describeBrowser('failed transfers in the console', () => {
  let console: ConsoleUnderTest;
  let user: FilledUser;
  let page: Page;

  beforeAll(async () => {
    console = await ConsoleUnderTest.alone({ because: 'the budget answers everybody with faults' });
    ({ user, page } = await console.filled('MARKFAIL'));
  });
  afterAll(() => console.stop());

  const total = (query: string) => console.system.total(`/transfer-logs?${query}`, user.token);
  const clear = async () => {
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
  };

  it('are grouped by their reason and retried together', async () => {
    const { sandbox } = console.system;
    await eventually(
      async () => {
        const link = await console.system.data<{ history: { state: string } }>(
          'GET',
          `/transfer-links/${user.linkId}`,
          user.token,
        );
        expect(link.history.state).toBe('COMPLETED');
      },
      { timeoutMs: 90_000 },
    );
    await callControl(sandbox, 'POST', '/faults', {
      target: 'budgeta',
      path: 'POST .*/transactions',
      kind: 'status',
      status: 400,
      times: null,
    });
    await failOnAnotherLink();

    await console.open('/transfers', page);
    const group = page.getByRole('button', { name: /^Retry (all \d+|it)$/ });
    await group.waitFor({ timeout: 60_000 });
    await clear();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: 'Show them' }).first().click();
    await page.waitForURL(/status=FAILED/);
    await page
      .getByRole('region', { name: 'Attempts' })
      .getByText('Failed', { exact: true })
      .first()
      .waitFor();

    await callControl(sandbox, 'DELETE', '/faults');
    await group.first().click();
    await page
      .getByText(/tried again/)
      .first()
      .waitFor();
    await page.getByText('Nothing fails').waitFor({ timeout: 90_000 });
    expect(await total('filter[transfer_status]=FAILED')).toBe(0);
  });

  it('one transfer is taken back, and the list says so', async () => {
    await console.open('/transfers?status=TRANSFERRED&there=PRESENT', page);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page
      .getByText(/taken back/)
      .first()
      .waitFor();
    await eventually(
      async () => expect(await total('filter[destination_state]=REMOVED')).toBeGreaterThan(0),
      {
        timeoutMs: 30_000,
      },
    );
    expect(console.errors).toEqual([]);
  });

  /** A link of the other account, whose every transfer the budget refuses, until no transfer waits. */
  async function failOnAnotherLink(): Promise<void> {
    const { token } = user;
    const accounts = await console.system.data<{ id: string }[]>('GET', '/finance/accounts?sort=id', token);
    const targets = await console.system.data<{ id: string }[]>(
      'GET',
      '/destinations/budgeta/accounts?sort=id',
      token,
    );
    await console.system.data('POST', '/transfer-links', token, {
      financial_account_id: accounts.find(({ id }) => Number(id) !== user.accountId)?.id,
      destination_type: 'BUDGETA',
      destination_id: targets[1]?.id,
    });
    await eventually(
      async () => {
        expect(await total('filter[transfer_status]=FAILED')).toBeGreaterThan(0);
        expect(await total('filter[transfer_status]=PENDING')).toBe(0);
      },
      { timeoutMs: 90_000 },
    );
  }
});
