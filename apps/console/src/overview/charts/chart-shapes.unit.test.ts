import { areaPath, depthOf, labelled, scaleOf, stacked, stepPath } from './chart-shapes';

describe('the axis of amounts', () => {
  it('has round numbers from below the lowest to above the highest, and 0', () => {
    expect(scaleOf([120, 930])).toEqual({ low: 0, high: 1000, ticks: [0, 500, 1000] });
    expect(scaleOf([-310, 95])).toEqual({ low: -400, high: 200, ticks: [-400, -200, 0, 200] });
    expect(scaleOf([-5, -20]).high).toBeGreaterThanOrEqual(0);
  });

  it('is there without any amount', () => {
    const { low, high } = scaleOf([]);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(0);
  });

  it('says how far below the top an amount is', () => {
    const scale = { low: -100, high: 300, ticks: [] };
    expect([300, 100, -100].map((value) => depthOf(value, scale))).toEqual([0, 0.5, 1]);
  });
});

describe('a course', () => {
  const scale = { low: 0, high: 100, ticks: [] };

  it('holds each value until the next one', () => {
    expect(stepPath([100, 50, 0], scale)).toBe('M0 0H0.5V0.5H1V1');
  });

  it('goes on where a value is missing', () => {
    expect(stepPath([null, 100, null, 50, null], scale)).toBe('M0.25 0H0.75V0.5');
    expect(stepPath([null], scale)).toBe('');
  });

  it('is an area down to 0', () => {
    expect(areaPath([100, 50], scale)).toBe('M0 0H1V0.5V1H0Z');
    expect(areaPath([], scale)).toBe('');
  });
});

describe('bars', () => {
  it('stand upon each other, on either side of 0', () => {
    expect(stacked([[10], [-4], [5], [-1]])).toEqual([
      [{ at: 0, from: 0, to: 10 }],
      [{ at: 0, from: 0, to: -4 }],
      [{ at: 0, from: 10, to: 15 }],
      [{ at: 0, from: -4, to: -5 }],
    ]);
  });
});

describe('labels', () => {
  it('are at the first place, the last, and between', () => {
    expect(labelled(366, 6)).toEqual([0, 73, 146, 219, 292, 365]);
    expect(labelled(3, 6)).toEqual([0, 1, 2]);
  });
});
