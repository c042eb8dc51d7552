import { hasLostScopes, isNarrower } from './pausable-endpoints';

describe('a grant became narrower', () => {
  const all = { scopes: null, accountIds: null };

  test.each([
    { what: 'a scope was taken', before: ['a', 'b'], now: ['a'], narrower: true },
    { what: 'all scopes became some', before: null, now: ['a'], narrower: true },
    { what: 'a scope came', before: ['a'], now: ['a', 'b'], narrower: false },
    { what: 'some scopes became all', before: ['a'], now: null, narrower: false },
    { what: 'one went, another came', before: ['a'], now: ['b'], narrower: true },
  ])('but not if $what', ({ before, now, narrower }) => {
    expect(isNarrower({ ...all, scopes: now }, { ...all, scopes: before })).toBe(narrower);
    expect(hasLostScopes({ scopes: now }, { scopes: before })).toBe(narrower);
  });

  test('if an account was removed, though no scope', () => {
    expect(isNarrower({ ...all, accountIds: [1] }, { ...all, accountIds: [1, 2] })).toBe(true);
    expect(isNarrower({ ...all, accountIds: [1, 2] }, { ...all, accountIds: [1] })).toBe(false);
  });
});
