import { Problem } from '@tributary/contracts';
import fc from 'fast-check';
import { Extent, narrowed } from './narrowed';

const MORE = 'make a new token';
const SOME = ['accounts:read', 'rules:read', 'rules:write'];
const scopesOrAll = fc.option(fc.subarray(SOME), { nil: null });
const accountsOrAll = fc.option(fc.subarray([17, 18, 19]), { nil: null });
const extent = fc.record({ scopes: scopesOrAll, accountIds: accountsOrAll });

describe('a token or grant after a restricting change', () => {
  it('keeps members that the change does not name', () => {
    const granted = { scopes: ['accounts:read'], accountIds: null };
    expect(narrowed(granted, {}, MORE)).toEqual(granted);
  });

  it('never exceeds its earlier scopes and accounts, whatever the change requests', () => {
    fc.assert(
      fc.property(extent, extent, (granted, wanted) => {
        const after = afterOrNull(granted, wanted);
        if (after === null) return;
        expect(after).toEqual(wanted);
        for (const name of ['scopes', 'accountIds'] as const) {
          const limit: readonly unknown[] | null = granted[name];
          if (limit !== null) for (const one of after[name] ?? [null]) expect(limit).toContain(one);
        }
      }),
    );
  });

  it('is refused by the fields that would widen it, with what to do instead', () => {
    const granted = { scopes: ['rules:read'], accountIds: [17] };
    expect.assertions(1);
    try {
      narrowed(granted, { scopes: null, accountIds: [17, 18] }, MORE);
    } catch (error) {
      expect((error as Problem).detail).toEqual({
        kind: 'invalid',
        errors: {
          scopes: ['Scopes can only be removed here. To give more, make a new token.'],
          financial_accounts: ['Accounts can only be removed here. To give more, make a new token.'],
        },
      });
    }
  });
});

function afterOrNull(granted: Extent, wanted: Extent) {
  try {
    return narrowed(granted, wanted, MORE);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
