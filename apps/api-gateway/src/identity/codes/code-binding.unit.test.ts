import { CODE_BINDINGS, CodeKind, codeHolds } from './code-binding';

const KINDS = Object.keys(CODE_BINDINGS) as CodeKind[];

describe('a code that acts for a user', () => {
  const bound: readonly CodeKind[] = [
    'CONFIRM_ADDRESS',
    'RESET_PASSWORD',
    'CONSOLE_LINK',
    'AuthorizationCode',
  ];

  it.each(bound)('%s ends with the next password or address', (kind) => {
    expect(codeHolds(kind, { made: 3, present: 3 })).toBe(true);
    expect(codeHolds(kind, { made: 3, present: 4 })).toBe(false);
  });

  it.each(KINDS.filter((kind) => !bound.includes(kind)))('%s does not', (kind) => {
    expect(codeHolds(kind, { made: 3, present: 4 })).toBe(true);
  });
});
