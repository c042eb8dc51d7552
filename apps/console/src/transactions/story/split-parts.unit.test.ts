import { remainderOf } from './split-parts';

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
});
