import { createServer, type AddressInfo } from 'node:net';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUSEHOLD_ID } from '../src/budgeta/budgeta.state';
import { startSandbox } from '../src/sandbox';
import { sandboxOptionsFromEnvironment } from '../src/sandbox-options';
import { SandboxFixture, withDataDir, type Json } from './sandbox.fixture';

const SECRET = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY';

const summaryOf = async (fixture: SandboxFixture) => (await fixture.control('GET', '/summary')).body;

test('the whole bank is served: 49,102 transactions of 1,229 accounts, newest yesterday', async () => {
  const fixture = await SandboxFixture.start({ today: '2026-11-21' });
  expect((await summaryOf(fixture))['provider_a']).toMatchObject({
    accounts: 1229,
    transactions: 49_102,
    oldest_date: '2025-08-23',
    newest_date: '2026-11-20',
  });
  expect(await fixture.link('BERKA')).toHaveLength(1229);
  await fixture.close();
});

test('links for a browser lead to the public address, which the services need not resolve', async () => {
  const fixture = await SandboxFixture.start({ accounts: 2, publicUrl: 'http://sandbox.example:4010' });
  const { body } = await fixture.provider('POST', '/requisitions/', {
    redirect: 'http://127.0.0.1:3000/back',
    institution_id: 'BERKA_2',
  });
  expect(body['link']).toMatch(/^http:\/\/sandbox\.example:4010\/provider-a\/consent\//);
  await fixture.close();
  const environment = { SANDBOX_PUBLIC_URL: 'http://sandbox.example:4010/' };
  expect(sandboxOptionsFromEnvironment(environment).publicUrl).toBe('http://sandbox.example:4010');
});

test('a restart with a data folder keeps bank, links, tokens, allowances, budget, hooks and authority', () =>
  withDataDir(async (dataDir) => {
    const options = { dataDir, accounts: 2, dailyCalls: 2, now: () => Date.parse('2026-11-21T10:00:00Z') };
    const first = await SandboxFixture.start(options);
    const [account] = await first.link('BERKA_2');
    await first.provider('GET', `/accounts/${account}/balances/`);
    await first.control('POST', `/provider-a/accounts/${account}/transactions`, {
      booked: [
        {
          transactionId: 'x',
          bookingDate: '2026-11-20',
          transactionAmount: { amount: '1.00', currency: 'CZK' },
        },
      ],
    });
    const rows = { transactions: [await budgetRow(first, 'a'), await budgetRow(first, 'b')] };
    const created = await first.budgeta('POST', `/plans/${HOUSEHOLD_ID}/transactions`, rows);
    const [id] = (created.body['data'] as { transaction_ids: string[] }).transaction_ids;
    await first.budgeta('DELETE', `/plans/${HOUSEHOLD_ID}/transactions/${id}`);
    await first.control('PUT', '/receiver/demo', { secret: SECRET });
    await first.deliver('demo', SECRET, 'msg_1', { type: 'transactions.created', data: {} });
    await first.deliver('demo', SECRET, 'msg_1', { type: 'transactions.created', data: {} });
    const before = { summary: await summaryOf(first), ca: first.sandbox.caCertificate };
    await first.close();

    // Later the same day.
    const later = () => Date.parse('2026-11-21T20:00:00Z');
    const second = await SandboxFixture.start({ ...options, now: later });
    const summary = await summaryOf(second);
    // When a process was first and last asked is its own to tell; all else is kept.
    expect(withoutTimes(summary['provider_a'])).toEqual(withoutTimes(before.summary['provider_a']));
    expect(withoutTimes(summary['receiver'])).toEqual(withoutTimes(before.summary['receiver']));
    expect(summary['budgeta']).toMatchObject({ transactions: 1, deleted: 1, imported: 2 });
    expect(second.sandbox.caCertificate).toBe(before.ca);
    const balances = await second.provider('GET', `/accounts/${account}/balances/`);
    expect(balances.headers.get('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING')).toBe('0');
    const again = await second.budgeta('POST', `/plans/${HOUSEHOLD_ID}/transactions`, rows);
    expect(again.body['data']).toMatchObject({ duplicate_import_ids: ['a', 'b'] });
    await second.close();
  }));

test('a later start keeps the days of the first; a configured day wins', () =>
  withDataDir(async (dataDir) => {
    const newest = async (options: Parameters<typeof startSandbox>[0]) => {
      const fixture = await SandboxFixture.start({ dataDir, ...options });
      const summary = await summaryOf(fixture);
      await fixture.close();
      return (summary['provider_a'] as Json)['newest_date'];
    };
    expect(await newest({ now: () => Date.parse('2026-11-21T10:00:00Z') })).toBe('2026-11-20');
    expect(await newest({ now: () => Date.parse('2026-12-01T10:00:00Z') })).toBe('2026-11-20');
    expect(await newest({ today: '2026-12-01' })).toBe('2026-11-30');
  }));

test('half a line at the end of a journal is removed and the rest is kept', () =>
  withDataDir(async (dataDir) => {
    const first = await SandboxFixture.start({ dataDir, accounts: 1 });
    await first.control('PUT', '/receiver/demo', { secret: SECRET });
    await first.close();
    appendFileSync(join(dataDir, 'receiver.jsonl'), '{"kind":"deliv');
    const second = await SandboxFixture.start({ dataDir, accounts: 1 });
    await second.deliver('demo', SECRET, 'msg_1', {});
    await second.close();
    const third = await SandboxFixture.start({ dataDir, accounts: 1 });
    expect((await summaryOf(third))['receiver']).toMatchObject({ demo: { deliveries: 1 } });
    await third.close();
  }));

test('the error about a port in use names the port and the variable to set', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(startSandbox({ port, accounts: 1 })).rejects.toThrow(
    `Port ${port} is used by another process. Set SANDBOX_PORT to a free one, or to 0 for any.`,
  );
  await expect(startSandbox({ receiverPort: port, accounts: 1 })).rejects.toThrow('SANDBOX_RECEIVER_PORT');
  await new Promise((resolve) => other.close(resolve));
});

test('one file reads the environment and names a bad number', () => {
  expect(sandboxOptionsFromEnvironment({ SANDBOX_PORT: '0', SANDBOX_TODAY: '2026-01-02' })).toMatchObject({
    port: 0,
    today: '2026-01-02',
  });
  expect(() => sandboxOptionsFromEnvironment({ SANDBOX_PORT: 'x' })).toThrow('SANDBOX_PORT');
});

async function budgetRow(fixture: SandboxFixture, importId: string): Promise<Json> {
  const { body } = await fixture.budgeta('GET', `/plans/${HOUSEHOLD_ID}/accounts`);
  const [account] = (body['data'] as { accounts: { id: string }[] }).accounts;
  return { account_id: account?.id, date: '2026-11-20', amount: -100, import_id: importId };
}

function withoutTimes(value: unknown): unknown {
  const text = JSON.stringify(value, (name, member: unknown) =>
    ['first_request_at', 'last_arrival_at'].includes(name) ? undefined : member,
  );
  return JSON.parse(text) as unknown;
}
