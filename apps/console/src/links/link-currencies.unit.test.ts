import { currenciesOf, currencyMembers, NO_ANSWERS, type KnownCurrencies } from './link-currencies';

const accounts = [
  { id: '1', currency: 'EUR' },
  { id: '2', currency: 'USD' },
  { id: '3', currency: '' },
];
const known: KnownCurrencies = {
  accounts,
  targets: [
    { id: '4', type: 'BUDGETA', currency: 'EUR', scope: 'BUDGETA unit 1' },
    { id: '5', type: 'SHEETS', currency: null, scope: 'SHEETS 5' },
    { id: '6', type: 'BUDGETB', currency: null, scope: 'BUDGETB unit 2' },
    { id: '7', type: 'BUDGETB', currency: null, scope: 'BUDGETB unit 2' },
  ],
  links: [],
};
const to = (type: 'BUDGETA' | 'BUDGETB' | 'SHEETS', id: string, account = '1') => ({
  financial_account_id: account,
  destination_type: type,
  destination_id: id,
});

describe('the currencies of new links', () => {
  it('are not asked about where both ends state the same one', () => {
    const link = to('BUDGETA', '4');
    const currencies = currenciesOf([link], known, NO_ANSWERS);
    expect(currencies).toEqual({ named: null, differing: [] });
    expect(currencyMembers(link, known, NO_ANSWERS, currencies)).toEqual({});
  });

  it('are asked about where they differ, each pair once', () => {
    const links = [to('BUDGETA', '4', '2'), to('BUDGETA', '4', '2'), to('BUDGETA', '4', '3')];
    expect(currenciesOf(links, known, NO_ANSWERS).differing).toEqual(['USD to EUR']);
  });

  it('of a target that states none is proposed: that of the account', () => {
    const link = to('SHEETS', '5', '2');
    const currencies = currenciesOf([link], known, NO_ANSWERS);
    expect(currencies).toEqual({ named: 'USD', differing: [] });
    expect(currencyMembers(link, known, NO_ANSWERS, currencies)).toEqual({ destination_currency: 'USD' });
  });

  it('of a target that states none is as the user names it', () => {
    const link = to('SHEETS', '5', '2');
    const answers = { rule: 'AS_IS', currency: 'GBP' } as const;
    const currencies = currenciesOf([link], known, answers);
    expect(currencies).toEqual({ named: 'GBP', differing: ['USD to GBP'] });
    expect(currencyMembers(link, known, answers, currencies)).toEqual({
      on_other_currency: 'AS_IS',
      destination_currency: 'GBP',
    });
  });

  it('of a budget was named once, by a link to another of its accounts', () => {
    const links = [
      { destination_type: 'BUDGETB', destination_id: '7', destination_currency: 'EUR' },
    ] as const;
    expect(currenciesOf([to('BUDGETB', '6', '2')], { ...known, links }, NO_ANSWERS)).toEqual({
      named: null,
      differing: ['USD to EUR'],
    });
  });
});
