import type { Holding } from '@tributary/client';
import { allocationOf } from './allocation';

function holding(id: string, market_value: string | null, currency: string): Holding {
  const instrument = { symbol: id, name: id, exchange: '', type: 'STOCK', figi_code: '' } as const;
  return {
    id,
    financial_account_id: '1',
    instrument,
    option: null,
    units: '1',
    price: null,
    cost_basis: null,
    market_value,
    currency,
    cash_equivalent: 'false',
    created_at: '2026-03-01T00:00:00.000Z',
    updated_at: '2026-03-01T00:00:00.000Z',
  };
}

describe('the allocation of holdings', () => {
  it('is exact, and never adds currencies', () => {
    const found = allocationOf([
      holding('1', '33.333', 'CAD'),
      holding('2', '66.667', 'CAD'),
      holding('3', '5', 'USD'),
    ]);
    expect(found.map(({ currency, total }) => [currency, total])).toEqual([
      ['CAD', '100.000'],
      ['USD', '5'],
    ]);
    expect(found.map(({ shares }) => shares.map(({ permille }) => permille))).toEqual([[333, 667], [1000]]);
  });

  it('shows no part of what is short or has no value', () => {
    const [found] = allocationOf([
      holding('1', '-10', 'CAD'),
      holding('2', null, 'CAD'),
      holding('3', '20', 'CAD'),
    ]);
    expect(found?.total).toBe('10');
    expect(found?.shares.map(({ permille }) => permille)).toEqual([null, null, 1000]);
  });
});
