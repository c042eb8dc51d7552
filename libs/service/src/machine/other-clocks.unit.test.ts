import { areApart, madeAtMs, OtherClocks } from './other-clocks';

const MINUTE_MS = 60_000;

describe('our clock beside those of other servers', () => {
  it('is not judged by one of them', () => {
    const clocks = new OtherClocks();
    clocks.saw('bank', 10 * MINUTE_MS);
    expect(clocks.aheadMs()).toBeNull();
  });

  it('is where most of them say, whatever one says that is wrong itself', () => {
    const clocks = new OtherClocks();
    clocks.saw('bank', 10 * MINUTE_MS);
    clocks.saw('budget', 0);
    expect(clocks.aheadMs()).toBe(0);
    clocks.saw('sheets', 11 * MINUTE_MS);
    expect(clocks.aheadMs()).toBe(10 * MINUTE_MS);
  });

  it('is judged by the last eight, each once a minute', () => {
    let now = 0;
    const clocks = new OtherClocks(() => now);
    for (let host = 0; host < 20; host += 1) clocks.saw(`host-${host}`, host < 12 ? MINUTE_MS : 0);
    expect(clocks.aheadMs()).toBe(0);
    expect([clocks.wants('host-0'), clocks.wants('host-19')]).toEqual([true, false]);
    now = MINUTE_MS;
    expect(clocks.wants('host-19')).toBe(true);
  });

  it('is apart from more than a minute on, and together again only below half of one', () => {
    expect([59_000, 61_000, -61_000].map((ms) => areApart(ms, false))).toEqual([false, true, true]);
    expect([31_000, -31_000, 29_000].map((ms) => areApart(ms, true))).toEqual([true, true, false]);
  });
});

describe('when an answer was made', () => {
  const headers = (...texts: string[]) => texts.map((text) => Buffer.from(text));
  const at = Date.parse('2026-11-28T12:00:00Z');

  it('is its date, with the time for which a cache has kept it', () => {
    expect(madeAtMs(headers('Date', 'Sat, 28 Nov 2026 12:00:00 GMT'))).toBe(at);
    expect(madeAtMs(headers('date', 'Sat, 28 Nov 2026 12:00:00 GMT', 'Age', '90'))).toBe(at + 90_000);
  });

  it('is unknown without a date, or with none that can be read', () => {
    expect(madeAtMs(headers('server', 'x'))).toBeNull();
    expect(madeAtMs(headers('date', 'yesterday'))).toBeNull();
    expect(madeAtMs(headers('date', 'Sat, 28 Nov 2026 12:00:00 GMT', 'age', 'old'))).toBe(at);
  });
});
