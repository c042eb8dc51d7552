import { currencyChoices, usualCurrency } from './currencies';

describe('the currency of a new account', () => {
  it('is proposed from the user’s accounts, and from nothing else', () => {
    expect(usualCurrency([])).toBeNull();
    expect(usualCurrency([{ currency: '' }])).toBeNull();
    expect(usualCurrency([{ currency: 'CHF' }, { currency: 'PLN' }, { currency: 'PLN' }])).toBe('PLN');
  });

  it('is chosen among all that the browser knows, each with its name', () => {
    expect(currencyChoices('', 'en-GB')).toContainEqual({ value: 'JPY', label: 'JPY: Japanese Yen' });
    expect(currencyChoices('XTS', 'en-GB').map(({ value }) => value)).toContain('XTS');
  });
});
