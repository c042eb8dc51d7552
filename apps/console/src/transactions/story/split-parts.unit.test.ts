import { isSplitWhole, remainderOf } from './split-parts';

describe('parts of a split', () => {
  it('leave the exact rest of the amount', () => {
    expect(remainderOf('-10.00', ['-3.30', '-6.69'])).toBe('-0.01');
    expect(remainderOf('-10.00', ['-12', '2', ''])).toMatch(/^0(\.0+)?$/);
    expect(remainderOf('9007199254740993.01', ['9007199254740993'])).toBe('0.01');
  });

  it('leave nothing that can be said while one is no number', () => {
    expect(remainderOf('-10', ['1e3'])).toBeNull();
    expect(remainderOf('-10', ['-'])).toBeNull();
  });

  it.each([
    ['-7266.00', ['-5000', '-2266']],
    ['-7266.00', ['-5000.00', '-2266.0']],
    ['-10', ['-12.5', '2.50']],
    ['12.345', ['12.340', '0.005']],
    ['1500', ['1000', '500']],
  ])('are whole where they add up to %s, however many decimals each has: %j', (amount, parts) => {
    expect(isSplitWhole(amount, parts)).toBe(true);
  });

  it.each([
    ['-7266.00', ['-5000', '-2265.99']],
    ['-7266.00', ['-7266.00', '']],
    ['-7266.00', ['-7266.00', 'x']],
  ])('are not whole where a part is missing, or something is left of %s: %j', (amount, parts) => {
    expect(isSplitWhole(amount, parts)).toBe(false);
  });
});
