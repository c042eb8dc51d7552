import { eventually } from '@tributary/testing';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(60_000);

interface Connection {
  readonly id: string;
  readonly status: string;
  readonly auth_url: string;
}
interface Account {
  readonly id: string;
  readonly transactions_backfill_cursor: string | null;
  readonly sync: { readonly next_allowed_at: string | null };
  readonly reconciliation: { readonly difference: string } | null;
}

let system: InProcessSystem;
let user: { id: number; token: string };
beforeAll(async () => {
  system = await InProcessSystem.start({
    services: ['api-gateway', 'ingestion-sync'],
    sandbox: { accounts: 3 },
  });
  user = await system.user('connect@example.org', 'Maija');
});
afterAll(() => system.stop());

const rest = <Data = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  system.data<Data>(method, path, user.token, body);

it('a user finds a bank, consents in the browser, gets accounts, and removes them again, all over REST', async () => {
  const institutionId = await eventually(async () => {
    const [bank] = await rest<{ id: string }[]>('GET', '/finance/institutions?filter[search]=sandbox');
    expect(bank).toBeDefined();
    return bank?.id ?? '';
  });
  const created = await rest<Connection>('POST', '/finance/connections', {
    institution_id: institutionId,
    redirect_url: 'https://client.example/done',
    reference: 'customer-1',
  });
  expect(created).toMatchObject({ status: 'PENDING', reference: 'customer-1' });

  const browser = await system.browserOf(user.id);
  const { at: refused } = await browser.browse(`${await browser.confirm(created.auth_url)}?deny=1`);
  expect(Object.fromEntries(refused.searchParams)).toEqual({ connection_id: created.id, outcome: 'refused' });

  const redirect_url = 'https://client.example/again';
  const again = await rest<Connection>('POST', `/finance/connections/${created.id}/reauthorize`, {
    redirect_url,
  });
  const back = await browser.consent(again.auth_url);
  expect(back.href).toBe(`${redirect_url}?connection_id=${created.id}&outcome=given`);
  const path = `/finance/connections/${created.id}`;
  expect(await rest<Connection>('GET', path)).toMatchObject({
    status: 'ACTIVE',
    setup_pending: false,
  });

  const accounts = await eventually(async () => {
    const found = await rest<Account[]>('GET', '/finance/accounts?sort=id');
    expect(found.map((it) => [it.transactions_backfill_cursor, it.reconciliation?.difference])).toEqual([
      [null, '0.00'],
      [null, '0.00'],
    ]);
    return found;
  });
  const [first] = accounts;
  const account = `/finance/accounts/${first?.id ?? ''}`;
  expect(await rest('PUT', account, { custom_name: 'Everyday' })).toMatchObject({
    custom_name: 'Everyday',
  });
  expect(await rest<Account>('POST', `${account}/sync`)).toMatchObject({
    sync: { next_allowed_at: null },
  });

  expect(await rest<Connection>('POST', `${path}/disable`)).toMatchObject({ status: 'DISABLED' });
  await expect(rest('POST', `${account}/sync`)).rejects.toThrow(/409.*disabled/);
  expect(await rest<Connection>('POST', `${path}/enable`)).toMatchObject({ status: 'ACTIVE' });
  await rest('DELETE', path);
  await expect(rest('GET', path)).rejects.toThrow('404');
  expect(await rest<Account[]>('GET', '/finance/accounts')).toEqual([]);
});
