import { FieldErrors, Problem } from '@tributary/contracts';
import { ListDefinition } from './list-definition';
import { scopesNeeded } from './list-query';
import { parseQuery, RawQuery } from './parse-query';

const LIST = {
  sorts: ['id', 'amount', 'mapped_fields.date'],
  defaultSort: '-id',
  includes: {
    account: { needs: 'accounts:read' },
    'account.connection': { needs: 'connections:read' },
    trade: {},
  },
  filters: {
    name: { kind: 'contains' },
    id: { kind: 'id' },
    booked: { kind: 'flag' },
    day: { kind: 'date' },
    since: { kind: 'moment' },
    currency: { kind: 'currency' },
    provider: { kind: 'oneOf', values: ['A', 'B'] },
    search: { kind: 'words' },
    iban: { kind: 'exact', needs: 'sensitive:read' },
  },
} as const satisfies ListDefinition;

function errorsOf(raw: RawQuery): FieldErrors {
  try {
    parseQuery(LIST, raw);
  } catch (error) {
    if (error instanceof Problem && error.detail.kind === 'invalid') return error.detail.errors;
    throw error;
  }
  throw new Error('the query was taken');
}

describe('a list query', () => {
  it('without parameters gets the first 25 in the default order', () => {
    const query = parseQuery(LIST, {});
    expect(query.page).toEqual({ number: 1, size: 25 });
    expect(query.sorts).toEqual([{ field: 'id', descending: true }]);
    expect(query.includes.size).toBe(0);
    expect(query.filters).toEqual([]);
  });

  it('sorts by several fields, each in its direction, each once', () => {
    expect(parseQuery(LIST, { sort: 'amount,-mapped_fields.date,-amount' }).sorts).toEqual([
      { field: 'amount', descending: false },
      { field: 'mapped_fields.date', descending: true },
    ]);
  });

  it('refuses names without end, and names of names without end, before it reads them', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`).join(',');
    for (const text of ['a.'.repeat(30_000), 'a.a.a.a.a.a.a.a.a.a', names(51), names(30_000)]) {
      expect(errorsOf({ include: text })).toEqual({
        include: ['The include must have at most 50 names, with at most 8 dots in each.'],
      });
      expect(Object.keys(errorsOf({ sort: text }))).toEqual(['sort']);
    }
  });

  it('lists the known names with the first unknown parameter of a family alone', () => {
    const errors = errorsOf({ nonsense: '1', other: '1', 'filter[x]': '1', 'filter[y]': '1' });
    expect(Object.values(errors).map(([message = '']) => / Allowed: (\S+)/.exec(message)?.[1])).toEqual([
      'page[number],',
      undefined,
      'filter[name],',
      undefined,
    ]);
  });

  it('includes the parents of its includes, and needs the scopes of all of them', () => {
    const query = parseQuery(LIST, { include: 'account.connection,trade', 'filter[iban]': 'X' });
    expect([...query.includes].sort()).toEqual(['account', 'account.connection', 'trade']);
    expect(scopesNeeded(LIST, query).sort()).toEqual(['accounts:read', 'connections:read', 'sensitive:read']);
  });

  it.each([
    ['a,b', ['a', 'b']],
    [String.raw`a\,b, c`, ['a,b', 'c']],
    [String.raw`a\\,b\n`, ['a\\', String.raw`b\n`]],
  ])('separates the values of %p', (text, values) => {
    expect(parseQuery(LIST, { 'filter[name]': text }).filters).toEqual([{ name: 'name', values }]);
  });

  it('reads flags in the usual spellings', () => {
    expect(parseQuery(LIST, { 'filter[booked]': '1,no' }).filters[0]?.values).toEqual(['true', 'false']);
  });

  it('keeps the words of a search unchanged, also commas', () => {
    expect(parseQuery(LIST, { 'filter[search]': 'a, b' }).filters[0]?.values).toEqual(['a, b']);
  });
});

describe('an invalid list query', () => {
  it.each(['0', '101', '-1', '1.5', 'abc', '', '99999999999'])('refuses page[size]=%s', (size) => {
    expect(errorsOf({ 'page[size]': size })).toEqual({
      'page[size]': ['The page[size] must be a whole number from 1 to 100.'],
    });
  });

  it.each(['0', '-1', 'x', '1e3', ' 1'])('refuses page[number]=%s', (number) => {
    expect(errorsOf({ 'page[number]': number })).toHaveProperty(['page[number]']);
  });

  it('refuses an unknown sort with the allowed ones', () => {
    expect(errorsOf({ sort: 'id,-nope' })['sort']?.[0]).toMatch(
      /"nope".*Allowed: id, amount, mapped_fields\.date/,
    );
  });

  it('refuses an unknown include with the allowed ones', () => {
    expect(errorsOf({ include: 'nope' })['include']?.[0]).toMatch(
      /Allowed: account, account\.connection, trade/,
    );
  });

  it('refuses an unknown filter with the allowed ones, also names that every object has', () => {
    expect(errorsOf({ 'filter[nope]': 'x' })['filter[nope]']?.[0]).toMatch(
      /Allowed: filter\[name\], filter\[id\]/,
    );
    expect(errorsOf({ 'filter[constructor]': 'x' })).toHaveProperty(['filter[constructor]']);
  });

  it.each(['', ' ', 'a,,b', ','])('refuses the empty value in %p: it never means all', (text) => {
    expect(errorsOf({ 'filter[name]': text })['filter[name]']).toEqual([
      'The filter[name] must not be empty.',
    ]);
  });

  it.each([
    ['2026-03-31T12:00:00Z', '2026-03-31T12:00:00.000000Z'],
    ['2026-03-31T12:00:00.1234567Z', '2026-03-31T12:00:00.123456Z'],
    ['2026-03-31T12:00:00.12+03:00', '2026-03-31T09:00:00.120000Z'],
  ])('reads the moment %s in UTC, to the microsecond', (text, moment) => {
    expect(parseQuery(LIST, { 'filter[since]': text }).filters).toEqual([
      { name: 'since', values: [moment] },
    ]);
  });

  it.each([
    ['id', '0'],
    ['id', '12x'],
    ['id', '9007199254740993'],
    ['booked', 'maybe'],
    ['day', '2026-02-31'],
    ['since', '2026-03-31'],
    ['since', '2026-02-30T12:00:00Z'],
    ['since', '0000-01-01T00:00:00Z'],
    ['since', '2026-03-31T12:00:00Z,2026-04-01T12:00:00Z'],
    ['day', '2026-01-01,2026-01-02'],
    ['currency', 'eur'],
    ['provider', 'A,C'],
    ['search', 'a\0b'],
  ])('refuses filter[%s]=%s', (name, text) => {
    expect(errorsOf({ [`filter[${name}]`]: text })).toHaveProperty([`filter[${name}]`]);
  });

  it.each(['nope', 'filter', 'filter[name', 'filter[a][b]', 'filters[name]', '__proto__', 'constructor'])(
    'refuses the unknown parameter %s: ignoring it would answer another question',
    (name) => {
      const errors = errorsOf(Object.fromEntries([[name, '1']]));
      expect(Object.keys(errors)).toEqual([name]);
      expect(Object.getOwnPropertyDescriptor(errors, name)?.value).toEqual([
        expect.stringContaining('is not known. Allowed:'),
      ]);
    },
  );

  it('refuses filters that are too long, or have too many values', () => {
    expect(errorsOf({ 'filter[name]': 'x'.repeat(2001) })).toHaveProperty(['filter[name]']);
    expect(errorsOf({ 'filter[id]': Array.from({ length: 201 }, () => '1').join(',') })).toHaveProperty([
      'filter[id]',
    ]);
    expect(errorsOf({ 'filter[search]': 'a '.repeat(21) })).toHaveProperty(['filter[search]']);
  });

  it('refuses a repeated parameter', () => {
    expect(errorsOf({ sort: ['id', 'amount'] })['sort']?.[0]).toMatch(/more than once/);
  });

  it('names all errors at once', () => {
    const errors = errorsOf({
      'page[size]': '0',
      sort: 'x',
      include: 'y',
      'filter[z]': '1',
      'page[from]': '1',
    });
    expect(Object.keys(errors).sort()).toEqual(['filter[z]', 'include', 'page[from]', 'page[size]', 'sort']);
  });
});
