import { chunkOf, grantedOf, remainingOf, windowAt } from './shared-allowance';

describe('the shared count of requests', () => {
  it.each([1, 2, 7, 49, 50, 51, 600, 3001])('lets exactly %i through, in chunks of any size', (limit) => {
    const chunk = chunkOf(limit);
    let [taken, granted] = [0, 0];
    for (let round = 0; round < 100; round += 1) granted += grantedOf(limit, chunk, (taken += chunk));
    expect(granted).toBe(limit);
  });

  it('resets with each window', () => {
    expect(windowAt(59_999, 60)).toEqual({ window: 1, resetS: 1 });
    expect(windowAt(60_000, 60)).toEqual({ window: 2, resetS: 60 });
    expect(windowAt(3_599_000, 3600)).toEqual({ window: 60, resetS: 1 });
    expect(windowAt(3_600_000, 3600)).toEqual({ window: 120, resetS: 3600 });
  });

  it('reports what is left, here and at the other instances', () => {
    expect(remainingOf(100, { window: 0, left: 2, taken: 40 })).toBe(62);
    expect(remainingOf(100, { window: 0, left: 0, taken: 104 })).toBe(0);
  });
});
