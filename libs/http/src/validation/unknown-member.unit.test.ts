import { unknownMember } from './unknown-member';

const KNOWN = ['name', 'scopes', 'financial_accounts', 'redirect_url'];

describe('an unknown member', () => {
  it.each([
    ['scope', 'scopes'],
    ['financial_acounts', 'financial_accounts'],
    ['redirectUrl', 'redirect_url'],
    ['Name', 'name'],
  ])('%s: the error suggests %s', (name, meant) => {
    expect(unknownMember(name, KNOWN)).toBe(`There is no field ${name} here. Did you mean ${meant}?`);
  });

  it.each(['x', 'colour', 'user', '', 'id'])('%j: the error suggests none', (name) => {
    expect(unknownMember(name, KNOWN)).toBe(`There is no field ${name} here.`);
  });

  it('of any length is shortened in the error', () => {
    expect(unknownMember('x'.repeat(1000), KNOWN).length).toBeLessThan(100);
  });
});
