import fc from 'fast-check';
import { searchText, searchValues } from './address';

describe('an address', () => {
  it('says digits without quotes', () => {
    expect(searchText({ account: '7', page: 2 })).toBe('?account=7&page=2');
    expect(searchText({})).toBe('');
  });

  it('that an older version wrote is still read', () => {
    expect(searchValues('?account=%227%22&page=2')).toEqual({ account: '7', page: 2 });
    expect(searchValues('?pages=%7B%227%22%3A2%7D')).toEqual({ pages: { '7': 2 } });
  });

  it('keeps every digit of an amount and of a long number', () => {
    const search = { amount_min: '1.50', reference: '007', iban: '12345678901234567890' };
    expect(searchValues(searchText(search))).toEqual(search);
  });

  it('gives every text back', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.json({ stringUnit: 'grapheme' }),
      fc.integer().map(String),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(String(searchValues(searchText({ text }))['text'])).toBe(text);
      }),
    );
  });

  it('gives lists and objects back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.integer())), (value) => {
        expect(searchValues(searchText({ value }))['value']).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
