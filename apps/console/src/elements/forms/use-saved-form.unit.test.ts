import { merged } from './use-saved-form';

const base = { name: 'Wallet', days: 3, fields: ['amount'] };

it('what was typed stays, and what was not touched follows the other tab', () => {
  const theirs = { ...base, days: 7, fields: ['currency'] };
  const { values, conflicts } = merged(base, theirs, { ...base, name: 'Purse' });
  expect(values).toEqual({ name: 'Purse', days: 7, fields: ['currency'] });
  expect(conflicts).toEqual([]);
});

it('what both tabs changed is named, unless they changed it to the same', () => {
  const theirs = { ...base, name: 'Pocket', days: 7 };
  const { values, conflicts } = merged(base, theirs, { ...base, name: 'Purse', days: 7 });
  expect(values).toMatchObject({ name: 'Purse', days: 7 });
  expect(conflicts).toEqual(['name']);
});
