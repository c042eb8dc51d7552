import { eventually } from '@tributary/testing';
import { ConnectedSystem } from './connected-system';

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

let system: ConnectedSystem;
beforeAll(async () => {
  system = await ConnectedSystem.start();
});
afterAll(() => system.stop());

it('a user finds a bank, consents in the browser, and has accounts; all over REST, and is rid of them again', async () => {
  const institutionId = await eventually(async () => {
    const [bank] = await system.rest<{ id: string }[]>('GET', '/finance/institutions?filter[search]=sandbox');
    expect(bank).toBeDefined();
    return bank?.id ?? '';
  });
  const created = await system.rest<Connection>('POST', '/finance/connections', {
    institution_id: institutionId,
    redirect_url: 'https://client.example/done',
    reference: 'customer-1',
  });
  expect(created).toMatchObject({ status: 'PENDING', reference: 'customer-1' });

  const browser = await system.browser();
  const { at: refused } = await browser.browse(`${await browser.confirm(created.auth_url)}?deny=1`);
  expect(Object.fromEntries(refused.searchParams)).toEqual({ connection_id: created.id, outcome: 'refused' });

  const redirect_url = 'https://client.example/again';
  const again = await system.rest<Connection>('POST', `/finance/connections/${created.id}/reauthorize`, {
    redirect_url,
  });
  const back = await browser.consent(again.auth_url);
  expect(back.href).toBe(`${redirect_url}?connection_id=${created.id}&outcome=given`);
  const path = `/finance/connections/${created.id}`;
  expect(await system.rest<Connection>('GET', path)).toMatchObject({
    status: 'ACTIVE',
    setup_pending: false,
  });

  const accounts = await eventually(async () => {
    const found = await system.rest<Account[]>('GET', '/finance/accounts?sort=id');
    expect(found.map((it) => [it.transactions_backfill_cursor, it.reconciliation?.difference])).toEqual([
      [null, '0.00'],
      [null, '0.00'],
    ]);
    return found;
  });
  const [first] = accounts;
  const account = `/finance/accounts/${first?.id ?? ''}`;
  expect(await system.rest('PUT', account, { custom_name: 'Everyday' })).toMatchObject({
    custom_name: 'Everyday',
  });
  expect(await system.rest<Account>('POST', `${account}/sync`)).toMatchObject({
    sync: { next_allowed_at: null },
  });

  expect(await system.rest<Connection>('POST', `${path}/disable`)).toMatchObject({ status: 'DISABLED' });
  await expect(system.rest('POST', `${account}/sync`)).rejects.toThrow(/409.*disabled/);
  expect(await system.rest<Connection>('POST', `${path}/enable`)).toMatchObject({ status: 'ACTIVE' });
  await system.rest('DELETE', path);
  await expect(system.rest('GET', path)).rejects.toThrow('404');
  expect(await system.rest<Account[]>('GET', '/finance/accounts')).toEqual([]);
});
