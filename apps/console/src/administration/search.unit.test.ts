import { administrationSearch } from './search';

it('keeps what the screen knows of an address, and leaves the rest out', () => {
  expect(administrationSearch({ tab: 'dead-letters', service: 'rule-engine', page: 3 })).toEqual({
    tab: 'dead-letters',
    service: 'rule-engine',
    page: 3,
  });
  expect(administrationSearch({ tab: 'root', service: 'nobody', page: -1, text: '' })).toEqual({});
  expect(administrationSearch({ text: 'x'.repeat(500) }).text).toHaveLength(100);
});
