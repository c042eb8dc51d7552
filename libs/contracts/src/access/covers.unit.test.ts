import { carriedFor, covers, requireCover } from './covers';

const carried = { scopes: ['accounts:read', 'sensitive:read'], accountIds: [17] };

describe('a caller who may read all data that a resource carries may change it', () => {
  test.each([
    { who: 'the owner', scopes: null, accountIds: null, may: true },
    {
      who: 'a token with just that',
      scopes: ['sensitive:read', 'accounts:read'],
      accountIds: [17],
      may: true,
    },
    { who: 'a token without a scope of it', scopes: ['accounts:read'], accountIds: null, may: false },
    { who: 'a token without the account', scopes: null, accountIds: [18], may: false },
  ])('$who: $may', ({ scopes, accountIds, may }) => {
    expect(covers({ scopes, accountIds }, carried)).toBe(may);
  });

  test('a token for some accounts does not cover data of all accounts', () => {
    expect(covers({ scopes: null, accountIds: [17] }, { scopes: [], accountIds: null })).toBe(false);
  });

  test('a missing scope is named; an account that was not granted does not exist', () => {
    expect(() => requireCover({ scopes: ['accounts:read'], accountIds: null }, carried)).toThrow(
      'sensitive:read',
    );
    expect(() => requireCover({ scopes: null, accountIds: [] }, carried)).toThrow('Resource not found.');
  });
});

test('a resource carries no more than its author was granted', () => {
  expect(carriedFor(null, carried)).toEqual(carried);
  expect(carriedFor({ scopes: null }, carried)).toEqual(carried);
  expect(carriedFor({ scopes: ['accounts:read'] }, carried)).toEqual({
    ...carried,
    scopes: ['accounts:read'],
  });
});
