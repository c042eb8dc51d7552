import { FERRY_LANE } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import { BrokerageSystem } from './brokerage-system';

jest.setTimeout(120_000);

let system: BrokerageSystem;
beforeAll(async () => {
  system = await BrokerageSystem.start();
});
afterAll(() => system.stop());

describe('a broker’s account, from its provider through the rules to REST', () => {
  it('shows every activity, with its trade if requested, and the holdings', async () => {
    const [accountId] = await system.connect(FERRY_LANE);
    const truth = (await system.ledger()).find(({ key }) => key === `${FERRY_LANE}/portfolio`);
    const transactions = `/finance/transactions?filter[financial_account_id]=${accountId}&page[size]=100`;
    await eventually(async () => {
      expect((await system.list(transactions)).total).toBe(truth?.activity_count);
    });

    const option = await system.list(`${transactions}&include=trade&filter[search]=BOT ACRN`);
    expect(option.rows.map(({ amount, trade }) => ({ amount, trade }))).toContainEqual({
      amount: '-620.90',
      trade: {
        activity_type: 'BUY',
        units: '2',
        price_per_unit: 310.45,
        fees: '0.9',
        fx_rate: null,
        external_reference_id: expect.stringMatching(/^ORD-/) as string,
        instrument: expect.objectContaining({ type: 'OPTION', exchange: 'XNAS' }) as object,
        option: expect.objectContaining({
          type: 'CALL',
          strike_price: '200',
          underlying_symbol: 'ACRN',
        }) as object,
      },
    });
    const exchange = await system.list(`${transactions}&include=trade&filter[search]=FX CAD/USD`);
    expect(exchange.rows.map(({ trade }) => (trade as { fx_rate: string }).fx_rate)).toEqual([
      '1.35',
      '1.35',
    ]);
    const without = await system.list(transactions);
    expect(without.rows.every((row) => !('trade' in row))).toBe(true);

    const held = await system.list(`/finance/accounts/${accountId}/holdings?page[size]=100`);
    expect(held.total).toBe(truth?.positions.length);
    const [account] = (await system.list('/finance/accounts?filter[integrator]=PROVIDER_C')).rows;
    expect(account).toMatchObject({
      account_category: 'INVESTMENT',
      raw_type: 'Individual',
      cash_balance: { currency: 'CAD' },
      total_balance: { currency: 'CAD' },
    });
  });
});
