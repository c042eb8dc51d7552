import { addDays, dayNumber, daysBetween, isDay, laterDay, nextMidnight, utcDay } from './days';

/** Leap years and others, the first and the last one, and the two beyond. */
const YEARS = [0, 1, 4, 99, 100, 400, 1582, 1700, 1900, 1970, 2000, 2023, 2024, 2026, 2100, 2400, 9996, 9999];

const two = (number: number) => String(number).padStart(2, '0');

/** By the calendar of the language, which reads 31 February as 3 March. */
function isDayOfLanguage(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return (
    year > 0 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
}

describe('a day of the calendar', () => {
  it.each(YEARS)('is each day that the year %i has, and no other', (year) => {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        expect([text, isDay(text)]).toEqual([text, isDayOfLanguage(year, month, day)]);
      }
    }
  });

  it.each(['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '2026-04-30'])('is %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    ['before the first year', '0000-12-31'],
    ['29 February of no leap year', '2026-02-29'],
    ['29 February of a century', '1900-02-29'],
    ['after the end of a month', '2026-04-31'],
    ['a month', '2026-02'],
    ['a year', '2026'],
    ['of a longer year', '10000-01-01'],
    ['of a year with a sign', '+2026-01-01'],
    ['in short', '2026-1-1'],
    ['without lines', '20260331'],
    ['with slashes', '2026/03/31'],
    ['with a time', '2026-03-31T10:00:00Z'],
    ['with blanks around', ' 2026-03-31 '],
    ['with a line end', '2026-03-31\n'],
    ['in other digits', '٢٠٢٦-٠٣-٣١'],
    ['empty', ''],
    ['a number', 20260331],
    ['a Date', new Date('2026-03-31')],
    ['null', null],
    ['undefined', undefined],
  ])('is not %s', (_, text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('days', () => {
  it('are counted over months, leap days and years, both ways', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('1994-03-31', '2026-11-20')).toBe(11_922);
    expect(daysBetween('2026-11-20', '1994-03-31')).toBe(-11_922);
    expect(addDays('1994-03-31', 11_922)).toBe('2026-11-20');
    expect(addDays('0099-12-31', 1)).toBe('0100-01-01');
    expect(laterDay('2026-01-02', '2025-12-31')).toBe('2026-01-02');
  });

  it('end at the UTC midnight', () => {
    const last = Date.parse('2026-11-21T23:59:59.999Z');
    expect([utcDay(last), utcDay(new Date(last + 1))]).toEqual(['2026-11-21', '2026-11-22']);
    expect([nextMidnight(last), nextMidnight(last + 1)]).toEqual([last + 1, last + 1 + 86_400_000]);
  });

  it('stay within the years 0001 to 9999', () => {
    expect(addDays('0001-01-01', -1)).toBe('0001-01-01');
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
  });

  it('have a number that is also defined for a day beyond the end of its month', () => {
    expect(dayNumber('1970-01-02')).toBe(1);
    expect(dayNumber('2026-02-31')).toBe(dayNumber('2026-03-03'));
    expect(dayNumber('yesterday')).toBeNaN();
  });
});
