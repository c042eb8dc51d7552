import { FILTER_NAMES, textOfValues, valuesIn } from './filters';
import { exportUrl, listQueryOf, searchOf, sortedBy } from './search';

describe('filters of transactions', () => {
  it('keep values that contain commas and backslashes', () => {
    for (const values of [['Coffee, Inc'], ['a\\b', 'c,d'], ['plain', 'other']])
      expect(valuesIn(textOfValues(values, true))).toEqual(values);
  });

  it('offer the search box and everything else that the API filters by', () => {
    expect(FILTER_NAMES).toContain('search');
    expect(new Set(FILTER_NAMES).size).toBe(FILTER_NAMES.length);
  });
});

describe('the address of the screen', () => {
  it('has the API’s filters as texts, and nothing else', () => {
    expect(searchOf({ booked: true, amount_min: 12, search: ' tea ', other: 1, currency: '' })).toEqual({
      booked: 'true',
      amount_min: '12',
      search: ' tea ',
    });
  });

  it('knows the short names that other screens link with', () => {
    expect(searchOf({ account_id: 7, text: 'tea', from: '2026-01-01', to: '2026-02-01' })).toEqual({
      financial_account_id: '7',
      search: 'tea',
      date_after: '2026-01-01',
      date_before: '2026-02-01',
    });
  });

  it('sorts by the newest day unless it says otherwise, and only by what the API sorts by', () => {
    expect(listQueryOf({}).sort).toEqual(['-mapped_fields.date']);
    expect(searchOf({ sort: 'nonsense' })).toEqual({});
    expect(listQueryOf(searchOf({ sort: 'amount' })).sort).toEqual(['amount']);
  });

  it('turns the order of a column around', () => {
    expect(sortedBy({}, 'amount')).toBe('-amount');
    expect(sortedBy({ sort: '-amount' }, 'amount')).toBe('amount');
  });

  it('becomes the address of an export with the same filters', () => {
    expect(exportUrl({ search: 'a&b', sort: 'amount' })).toBe(
      '/api/v1/finance/transactions/export?filter%5Bsearch%5D=a%26b&sort=amount&byte_order_mark=true',
    );
  });
});
