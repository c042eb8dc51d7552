import { type Backoff, backoff, jittered } from './backoff';

const DOUBLED: Backoff = { firstMs: 100, factor: 2, maxMs: 5000, jitter: 0 };

const pauses = (growth: Backoff, count: number, random?: number) =>
  Array.from({ length: count }, (_, failed) => backoff(failed + 1, growth, random));

describe('pauses between attempts', () => {
  it('grow by their factor from the first one to the longest', () => {
    expect(pauses(DOUBLED, 8)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    expect(pauses({ ...DOUBLED, factor: 3 }, 5)).toEqual([100, 300, 900, 2700, 5000]);
    expect(pauses({ ...DOUBLED, factor: 1 }, 3)).toEqual([100, 100, 100]);
    expect(pauses({ ...DOUBLED, firstMs: 9000 }, 2)).toEqual([5000, 5000]);
  });

  it.each([100, 1_000_000, Number.MAX_SAFE_INTEGER])('stay a number after %i failures', (failures) => {
    expect(backoff(failures, DOUBLED)).toBe(5000);
    expect(backoff(failures, { ...DOUBLED, firstMs: 0 })).toBe(0);
    expect(backoff(failures, { ...DOUBLED, factor: 3, maxMs: Infinity })).toBeLessThan(Infinity);
  });

  it('vary by their share either way, the longest too', () => {
    const varied = { ...DOUBLED, jitter: 0.2 };
    expect([0, 0.5, 1].map((random) => backoff(1, varied, random))).toEqual([80, 100, 120]);
    expect([0, 0.5, 1].map((random) => backoff(9, varied, random))).toEqual([4000, 5000, 6000]);
    const drawn = pauses({ ...varied, factor: 1 }, 200);
    expect(new Set(drawn).size).toBeGreaterThan(10);
    expect(drawn.every((pause) => pause >= 80 && pause <= 120)).toBe(true);
  });

  it('are whole milliseconds where they vary', () => {
    expect(jittered(1001, 0.1, 0.123)).toBe(926);
    expect(jittered(1001.5, 0, 0.123)).toBe(1001.5);
  });
});
