import { importId } from './import-id';

describe('the key of a transfer at its destination', () => {
  it('is the same for ever: the value is pinned', () =>
    expect(importId(8, 12, 1001)).toBe('trb:rx4twfgaboj7xvhepyp44bt2rc7z2zkf'));

  it('has 36 characters, and differs by link, by destination and by transaction', () => {
    const keys = [
      importId(1, 2, 3),
      importId(1, 2, 4),
      importId(1, 3, 3),
      importId(2, 2, 3),
      importId(12, 3, 3),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^trb:[a-z2-7]{32}$/);
  });
});
