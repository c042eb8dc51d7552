import { Grant, pauseFor, within } from './grant';

const grant: Grant = {
  grantId: 'app:5',
  version: 2,
  userId: 1,
  scopes: ['transactions:read', 'accounts:read'],
  accountIds: [17],
  expiresAt: null,
  revoked: false,
  name: 'Buddy',
};
const carried = { scopes: ['transactions:read'], accountIds: [17] };

describe('a resource', () => {
  test('stays active while its grant covers what it carries', () => {
    expect(pauseFor(grant, carried)).toBeNull();
  });

  test('pauses when its grant ends, whatever it carries', () => {
    const ended = pauseFor({ ...grant, revoked: true }, { scopes: [], accountIds: [] });
    expect(ended).toMatchObject({ reason: 'GRANT_ENDED', by: 'Buddy' });
  });

  test.each([
    { lost: 'a scope', now: { scopes: ['accounts:read'] } },
    { lost: 'the account', now: { accountIds: [18] } },
  ])('pauses when its grant loses $lost', ({ now }) => {
    expect(pauseFor({ ...grant, ...now }, carried)).toMatchObject({ reason: 'GRANT_NARROWED' });
  });
});

test.each([
  { wanted: null, granted: null, both: null },
  { wanted: [1, 2], granted: null, both: [1, 2] },
  { wanted: null, granted: [1, 2], both: [1, 2] },
  { wanted: [2, 3], granted: [1, 2], both: [2] },
  { wanted: [3], granted: [], both: [] },
])('$wanted within $granted is $both', ({ wanted, granted, both }) => {
  expect(within(wanted, granted)).toEqual(both);
});
