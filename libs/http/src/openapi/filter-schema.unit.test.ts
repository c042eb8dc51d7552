import { FILTER_VALUES_MAX, FilterDefinition, WORDS_MAX } from '../lists/list-definition';
import { filterValues } from '../lists/filter-values';
import { filterSchema } from './query-parameters';

const LENGTH_MAX = 5;
const KINDS: readonly (readonly [FilterDefinition, string])[] = [
  [{ kind: 'exact' }, 'a, \t\\'],
  [{ kind: 'contains' }, 'a, \n\\'],
  [{ kind: 'words' }, 'ab,\u00A0\uFEFF'],
  [{ kind: 'id' }, '01, a'],
  [{ kind: 'idOrNone' }, '01,none'],
  [{ kind: 'flag' }, '10, o\t'],
  [{ kind: 'currency' }, 'EUR, '],
  [{ kind: 'oneOf', values: ['A', 'A.B'] }, 'AB., '],
];

/** Every text of at most so many of these characters. */
function* texts(characters: string, lengthMax: number): Generator<string> {
  if (lengthMax === 0) return;
  for (const character of characters) {
    yield character;
    for (const rest of texts(characters, lengthMax - 1)) yield character + rest;
  }
}

function isDocumented(filter: FilterDefinition, text: string): boolean {
  const { pattern, minLength, maxLength } = filterSchema(filter);
  if (text.length < Number(minLength) || text.length > Number(maxLength)) return false;
  return new RegExp(String(pattern)).test(text);
}

function isTaken(filter: FilterDefinition, text: string): boolean {
  return !('problem' in filterValues(filter, text));
}

describe('the schema of a filter', () => {
  it.each(KINDS)('%o allows exactly what the parser accepts', (filter, characters) => {
    const unlike = [...texts(characters, LENGTH_MAX)].filter(
      (text) => isDocumented(filter, text) !== isTaken(filter, text),
    );
    expect(unlike.slice(0, 10)).toEqual([]);
  });

  it.each([
    ['values', { kind: 'exact' }, ',', FILTER_VALUES_MAX],
    ['ids', { kind: 'id' }, ',', FILTER_VALUES_MAX],
    ['words', { kind: 'words' }, ' ', WORDS_MAX],
  ] as const)('allows as many %s as are taken', (_, filter, separator, max) => {
    const many = (count: number) => Array.from({ length: count }, () => '1').join(separator);
    for (const count of [1, max, max + 1]) {
      expect([count, isDocumented(filter, many(count))]).toEqual([count, isTaken(filter, many(count))]);
    }
    expect(isTaken(filter, many(max))).toBe(true);
    expect(isTaken(filter, many(max + 1))).toBe(false);
  });
});
