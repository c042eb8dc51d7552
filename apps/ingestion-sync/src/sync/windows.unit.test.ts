import fc from 'fast-check';
import { addDays, utcDay } from '@tributary/money';
import {
  afterWindow,
  HistoryProgress,
  newerPart,
  nextWindow,
  oldestWanted,
  PlannedWindow,
  withoutNeedless,
} from './windows';

const TODAY = '2026-11-21';

function fresh(change: Partial<HistoryProgress> = {}): HistoryProgress {
  const today = change.today ?? TODAY;
  return {
    today,
    maxWindowDays: 90,
    oldest: oldestWanted(today, 540, null),
    coveredTo: null,
    recentDone: false,
    backfillFirst: false,
    state: 'NEW',
    cursor: null,
    held: [],
    ...change,
  };
}

function allWindows(start: HistoryProgress): PlannedWindow[] {
  const windows: PlannedWindow[] = [];
  let progress = start;
  for (let window = nextWindow(progress); window && windows.length < 100; window = nextWindow(progress)) {
    windows.push(window);
    progress = afterWindow(progress, window);
  }
  return windows;
}

function daysIn(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

describe('windows', () => {
  it('begin with the last 90 days and go back in windows of 90: six for 540 days', () => {
    const windows = allWindows(fresh());
    expect(windows.map(({ from }) => from)).toEqual(
      [89, 179, 269, 359, 449, 539].map((days) => addDays(TODAY, -days)),
    );
    expect(windows[0]).toEqual({ kind: 'recent', from: '2026-08-24', to: null });
    expect(windows[1]?.to).toBe('2026-08-23');
  });

  it('are one, of today, if the start date is in the future', () => {
    expect(allWindows(fresh({ oldest: '2027-01-01' }))).toEqual([{ kind: 'recent', from: TODAY, to: null }]);
  });

  it('are complete if days passed, or less history is configured by now', () => {
    const loading = fresh({ state: 'LOADING', cursor: '2026-01-01', oldest: '2026-01-01' });
    expect(withoutNeedless(loading)).toMatchObject({ state: 'COMPLETE', cursor: null });
    expect(withoutNeedless({ ...loading, oldest: '2025-12-31' })).toMatchObject({ state: 'LOADING' });
  });

  it('never omit the leap day', () => {
    const windows = allWindows(fresh({ today: '2028-03-01' }));
    expect(windows.flatMap(({ from, to }) => daysIn(from, to ?? '2028-03-01'))).toContain('2028-02-29');
    expect(windows[0]?.from).toBe('2027-12-03');
  });

  it('cover every day of the history exactly once, none longer than allowed', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => utcDay(days * 86_400_000));
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 800 }), (today, historyDays) => {
        const windows = allWindows(fresh({ today, oldest: oldestWanted(today, historyDays, null) }));
        const days = windows.flatMap(({ from, to }) => daysIn(from, to ?? today));
        expect(days.sort()).toEqual(daysIn(addDays(today, 1 - historyDays), today));
        expect(windows.every(({ from, to }) => daysIn(from, to ?? today).length <= 90)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('miss no day over leap days and clock changes, also if the clock is set back past midnight', () => {
    const syncs = fc.array(fc.record({ daysLater: fc.integer({ min: 0, max: 200 }), isLate: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    });
    const firstDay = fc.integer({ min: 0, max: 20_000 }).map((days) => utcDay(days * 86_400_000));
    fc.assert(
      fc.property(firstDay, syncs, (begun, made) => {
        const read = new Set<string>();
        let progress = fresh({ today: begun });
        let bankDay = begun;
        for (const { daysLater, isLate } of made) {
          bankDay = addDays(bankDay, daysLater);
          const today = isLate ? addDays(bankDay, -1) : bankDay;
          progress = { ...progress, today, recentDone: false };
          for (let window = nextWindow(progress); window; window = nextWindow(progress)) {
            for (const day of daysIn(window.from, window.to ?? bankDay)) read.add(day);
            progress = afterWindow(progress, window);
          }
        }
        const wanted = daysIn(oldestWanted(begun, 540, null), bankDay);
        expect(wanted.filter((day) => !read.has(day))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('continue from the cursor', () => {
    const progress = fresh({ state: 'LOADING', cursor: '2026-02-25', coveredTo: TODAY, recentDone: true });
    expect(nextWindow(progress)).toEqual({ kind: 'backfill', from: '2025-11-27', to: '2026-02-24' });
  });

  it('stop at the account’s start date', () => {
    const oldest = oldestWanted(TODAY, 540, '2026-11-01');
    expect(allWindows(fresh({ oldest }))).toEqual([{ kind: 'recent', from: '2026-11-01', to: null }]);
  });

  it('close the gap of a long absence from its old end, then read the newest days', () => {
    const progress = fresh({ state: 'COMPLETE', coveredTo: '2026-05-01' });
    expect(allWindows(progress)).toEqual([
      { kind: 'catch_up', from: '2026-05-01', to: '2026-07-29' },
      { kind: 'catch_up', from: '2026-07-29', to: '2026-10-26' },
      { kind: 'recent', from: '2026-08-24', to: null },
    ]);
  });

  it('request held windows before older history', () => {
    const held = [{ from: '2026-03-01', to: '2026-05-01', attempts: 1 }];
    const progress = fresh({ state: 'LOADING', cursor: '2026-02-25', recentDone: true, held });
    expect(
      allWindows(progress)
        .map(({ kind }) => kind)
        .slice(0, 2),
    ).toEqual(['held', 'backfill']);
  });

  it('end if the institution refuses older data', () => {
    const progress = fresh({ state: 'LOADING', cursor: '2026-02-25', recentDone: true });
    const window = nextWindow(progress);
    if (!window) throw new Error('no window');
    const half = newerPart(window, TODAY, null);
    expect(half).toEqual({ kind: 'backfill', from: '2026-01-11', to: '2026-02-24' });
    const after = afterWindow(progress, half, true);
    expect(after).toMatchObject({ state: 'COMPLETE', cursor: null });
    expect(nextWindow(after)).toBeNull();
  });
});
