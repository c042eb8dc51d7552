import { matchOf } from './match-accounts';

const IBAN = 'GB29NWBK60161331926819';
const candidate = (id: number, currency: string | null) => ({
  id,
  iban: IBAN,
  bban: null,
  bic: null,
  currency,
});
const stated = (currency: string | null) => ({ iban: IBAN, number: null, bank: null, currency });

describe('an account of a file', () => {
  it('goes to the one of its currency where an IBAN has several', () => {
    const both = [candidate(1, 'EUR'), candidate(2, 'USD')];
    expect(matchOf(stated('USD'), both)).toMatchObject({ financial_account_id: 2, matched_by: 'IBAN' });
    expect(matchOf(stated('EUR'), both)).toMatchObject({ financial_account_id: 1 });
    expect(matchOf(stated(null), both)).toMatchObject({ financial_account_id: null });
  });

  it('does not go to the only one of its IBAN in another currency', () => {
    expect(matchOf(stated('USD'), [candidate(1, 'EUR')]).financial_account_id).toBeNull();
    expect(matchOf(stated('USD'), [candidate(1, null)]).financial_account_id).toBe(1);
  });
});
