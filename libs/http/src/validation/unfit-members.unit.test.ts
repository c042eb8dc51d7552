import { BODY_BOUNDS, ERRORS_MAX, unfitMembers } from './unfit-members';

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

  it('is refused by the path of what has more than a body may hold, at the bound and not below', () => {
    const { elementsOfList, membersOfObject, charactersOfText, charactersOfName } = BODY_BOUNDS;
    const list = (length: number) => Array.from({ length }, () => 1);
    const object = (length: number) => Object.fromEntries(list(length).map((_, index) => [`m${index}`, 1]));
    const bounds: readonly (readonly [(size: number) => unknown, number])[] = [
      [list, elementsOfList],
      [object, membersOfObject],
      [(size) => '\u{1F600}'.repeat(size), charactersOfText],
    ];
    for (const [make, max] of bounds) {
      expect(unfitMembers({ a: make(max) })).toEqual({});
      expect(Object.keys(unfitMembers({ a: make(max + 1) }))).toEqual(['a']);
    }
    expect(unfitMembers({ ['n'.repeat(charactersOfName)]: 1 })).toEqual({});
    expect(Object.keys(unfitMembers({ ['n'.repeat(700_000)]: 1 }))).toEqual(['n'.repeat(200)]);
    expect(Object.keys(unfitMembers(object(95_000)))).toEqual(['body']);
  });

  it('is refused if it holds too much in all, though no list or object does', () => {
    const rows = Array.from({ length: 500 }, () => Array.from({ length: 100 }, () => 1));
    expect(Object.keys(unfitMembers({ rows }))).toEqual(['body']);
    expect(unfitMembers({ rows: rows.slice(0, 190) })).toEqual({});
  });

  it('names the first errors alone', () => {
    const texts = Array.from({ length: 1000 }, () => '\0');
    expect(Object.keys(unfitMembers({ texts }))).toHaveLength(ERRORS_MAX);
  });
});
