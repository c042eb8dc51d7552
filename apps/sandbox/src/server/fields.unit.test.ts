import { behaviourFrom, Fields } from './fields';

const USUAL = { rowsPerPage: 100, emptyPages: false, version2: true, style: 'plain' };

describe('the members of a control request', () => {
  it('a missing member and null are undefined, and a wrong type is refused by name', () => {
    const fields = new Fields({ limit: 3, title: null, tabs: 'none' });
    expect([fields.number('limit'), fields.text('title'), fields.boolean('shared')]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    expect(() => fields.list('tabs')).toThrow('tabs must be a list');
    expect(() => fields.required('title')).toThrow('title is required');
    expect(() => new Fields([])).toThrow('the body must be a JSON object');
  });
});

describe('a behaviour', () => {
  it('is the usual one, but for the members that the body names', () => {
    const behaviour = behaviourFrom(USUAL, { rows_per_page: 5, version_2: false });
    expect(behaviour).toEqual({ ...USUAL, rowsPerPage: 5, version2: false });
    expect(behaviourFrom(USUAL, undefined)).toEqual(USUAL);
  });

  it.each([
    [{ rows: 5 }, 'rows is not known'],
    [{ rows_per_page: 2.5 }, 'rows_per_page must be a number'],
    [{ empty_pages: 'yes' }, 'empty_pages must be a boolean'],
    [{ style: 'bold' }, 'style must be one of plain, shared'],
  ])('%j is refused', (body, message) => {
    expect(() => behaviourFrom(USUAL, body, { style: ['plain', 'shared'] })).toThrow(message);
  });
});
