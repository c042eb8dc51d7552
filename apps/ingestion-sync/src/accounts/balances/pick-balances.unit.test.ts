import { BalanceDocument } from '@tributary/contracts';
import { balanceDigest, pickBalances } from './pick-balances';

function balance(type: string, amount: string, change: Partial<BalanceDocument> = {}): BalanceDocument {
  return {
    amount,
    currency: 'EUR',
    type,
    category: null,
    reference_date: null,
    credit_limit_included: null,
    last_committed_transaction_entry_ref: null,
    integrator_last_changed_at: null,
    ...change,
  };
}

describe('the balances that a user looks at', () => {
  it.each([
    [['expected', 'closingBooked', 'interimBooked'], 'interimBooked'],
    [['CLBD', 'ITAV'], 'CLBD'],
    [['expected', 'interimAvailable'], 'interimAvailable'],
    [['information'], 'information'],
  ])('of %j count %s as cleared', (types, picked) => {
    expect(
      pickBalances(
        types.map((type) => balance(type, `1.0${types.indexOf(type)}`)),
        'EUR',
      ).cleared,
    ).toBe(`1.0${types.indexOf(picked)}`);
  });

  it('prefer the available balance without credit', () => {
    const withCredit = balance('interimAvailable', '900.00', { credit_limit_included: true });
    const without = balance('interimAvailable', '100.00', { credit_limit_included: false });
    expect(pickBalances([withCredit, without], 'EUR').available).toBe('100.00');
  });

  it('are in the account’s currency, or in the first balance’s if that is unknown', () => {
    const balances = [
      balance('interimBooked', '1.00', { currency: 'USD' }),
      balance('interimBooked', '2.00'),
    ];
    expect(pickBalances(balances, 'EUR')).toMatchObject({ currency: 'EUR', cleared: '2.00' });
    expect(pickBalances(balances, null)).toMatchObject({ currency: 'USD', cleared: '1.00' });
    expect(pickBalances([], 'EUR')).toEqual({ currency: null, cleared: null, available: null });
  });

  it('do not depend on the order of the balances', () => {
    const [a, b] = [balance('interimBooked', '1.00'), balance('expected', '2.00')];
    expect(balanceDigest([a, b])).toBe(balanceDigest([b, a]));
  });
});
