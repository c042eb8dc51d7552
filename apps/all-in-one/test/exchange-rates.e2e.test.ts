import { divideDecimals, roundHalfEven } from '@tributary/money';
import { eventually } from '@tributary/testing';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(120_000);

let system: InProcessSystem;
let token: string;
beforeAll(async () => {
  system = await InProcessSystem.start({ services: ['api-gateway', 'ingestion-sync'] });
  ({ token } = await system.user('wallet@example.org', 'Maija'));
});
afterAll(() => system.stop());

interface Converted {
  readonly points: readonly { readonly amount: string | null; readonly missing_rates: readonly unknown[] }[];
  readonly rates: readonly { readonly currency: string; readonly rate: string; readonly date: string }[];
}

it('the rates that the bank publishes reach the figures, with their day', async () => {
  const { id } = await system.data<{ id: string }>('POST', '/finance/accounts', token, {
    name: 'Dollars',
    currency: 'USD',
    cash_account_type: 'CASH',
  });
  await system.data('POST', `/finance/accounts/${id}/balances`, token, {
    reference_date: new Date().toISOString().slice(0, 10),
    amount: '100.00',
  });
  await eventually(
    async () => {
      const url = `${system.url}/api/v1/finance/overview/net-worth?currency=EUR`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const { converted } = (await response.json()) as { converted: Converted };
      const [rate] = converted.rates;
      expect(rate).toMatchObject({ currency: 'USD', source: 'ECB' });
      const amount = divideDecimals('100', rate?.rate ?? '0') ?? '';
      expect(converted.points.at(-1)?.amount).toBe(roundHalfEven(amount, 2));
    },
    { timeoutMs: 60_000 },
  );
});
