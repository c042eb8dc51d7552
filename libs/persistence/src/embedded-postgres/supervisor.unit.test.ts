import { pauseBeforeStart } from './supervisor';

const MINUTE = 60_000;

describe('a server that ended', () => {
  it.each([
    { ends: [0], pauseMs: 0 },
    { ends: [0, 1], pauseMs: 1_000 },
    { ends: [0, 1, 2], pauseMs: 2_000 },
    { ends: [0, 1, 2, 3], pauseMs: 4_000 },
    { ends: [0, 1, 2, 3, 4], pauseMs: null },
  ])('is started again after $pauseMs ms when it ended at the minutes $ends', ({ ends, pauseMs }) => {
    const endedAt = ends.map((minute) => minute * MINUTE);
    expect(pauseBeforeStart(endedAt, endedAt.at(-1) ?? 0)).toBe(pauseMs);
  });

  it('is started at once when its earlier ends are ten minutes old', () => {
    const endedAt = [0, 1, 2, 3, 14].map((minute) => minute * MINUTE);
    expect(pauseBeforeStart(endedAt, 14 * MINUTE)).toBe(0);
  });
});
