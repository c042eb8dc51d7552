import { unfitMembers } from './unfit-members';

describe('a body', () => {
  it('accepts any text, number, list and object of JSON', () => {
    expect(unfitMembers({ a: 'é\u{1F600}', b: [1, null, { c: [true, ''] }], '': {} })).toEqual({});
    expect(unfitMembers(undefined)).toEqual({});
  });

  it('is refused with the path of a text that the database cannot store', () => {
    expect(Object.keys(unfitMembers({ a: 'x\0', b: [{ c: '\uD800' }], 'd\0': 1 })).sort()).toEqual([
      'a',
      'b.0.c',
      'd\uFFFD',
    ]);
    expect(unfitMembers({ a: '\0' })).toEqual({ a: ['The a must not contain a null character.'] });
  });

  it('is refused if it is nested too deeply, whoever reads it', () => {
    const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;
    expect(unfitMembers({ a: nested(30) })).toEqual({});
    expect(Object.keys(unfitMembers({ a: nested(100_000) }))).toEqual(['body']);
  });
});
