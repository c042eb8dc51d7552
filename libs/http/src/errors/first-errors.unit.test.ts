import { firstOf } from '@tributary/contracts';
import { firstErrors } from './first-errors';

const many = (count: number, message: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, [message]]));

describe('the errors of an answer', () => {
  it('are all there where they are few', () => {
    const errors = { a: ['The a is wrong.', 'The a is long.'], b: ['The b is wrong.'] };
    expect(firstErrors(errors)).toEqual(errors);
  });

  it('stop at twenty, and the message says how many there are', () => {
    const errors = many(80_002, 'It is wrong.');
    expect(Object.keys(firstErrors(errors))).toHaveLength(20);
    expect(firstOf(errors)).toBe('It is wrong. (and 80,001 more errors)');
  });

  it('have less than 64 KB, however long their paths and messages are', () => {
    for (const text of ['x'.repeat(700_000), '\u20AC'.repeat(3000), '"\\'.repeat(3000)]) {
      const errors = { ...many(100, text), [text]: [text] };
      const body = JSON.stringify({ message: firstOf(errors), errors: firstErrors(errors) });
      expect(Buffer.byteLength(body)).toBeLessThan(64 * 1024);
      expect(Object.keys(firstErrors(errors)).length).toBeGreaterThan(0);
    }
  });

  it('may be those of a member with the name of a prototype', () => {
    const errors = JSON.parse('{"__proto__":["There is no field."]}') as Record<string, string[]>;
    expect(Object.keys(firstErrors(errors))).toEqual(['__proto__']);
  });
});
