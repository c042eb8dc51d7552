import { chunkOf, grantedOf, remainingOf, windowAt } from './shared-allowance';

describe('the shared count of requests', () => {
  it.each([1, 2, 7, 49, 50, 51, 600, 3001])(
    'lets exactly %i through, in whatever chunks they are taken',
    (limit) => {
      const chunk = chunkOf(limit);
      let [taken, granted] = [0, 0];
      for (let round = 0; round < 100; round += 1) granted += grantedOf(limit, chunk, (taken += chunk));
      expect(granted).toBe(limit);
    },
  );

  it('begins anew with each minute', () => {
    expect(windowAt(59_999)).toEqual({ window: 0, resetS: 1 });
    expect(windowAt(60_000)).toEqual({ window: 1, resetS: 60 });
  });

  it('tells what is left, here and with the others', () => {
    expect(remainingOf(100, { window: 0, left: 2, taken: 40 })).toBe(62);
    expect(remainingOf(100, { window: 0, left: 0, taken: 104 })).toBe(0);
  });
});
