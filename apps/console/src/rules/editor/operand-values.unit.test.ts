import { listOf, rangeOf, textOfList } from './operand-values';

describe('the values of a condition', () => {
  it('keep commas that are part of a value', () => {
    expect(textOfList(['Oy, Ab', 'x'])).toBe('Oy\\, Ab,x');
    expect(listOf('Oy\\, Ab, x,')).toEqual(['Oy, Ab', 'x']);
    expect(listOf(null)).toEqual([]);
  });

  it('have two ends in a range', () => {
    expect(rangeOf('1, 5')).toEqual(['1', '5']);
    expect(rangeOf(null)).toEqual(['', '']);
  });
});
