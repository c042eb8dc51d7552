import { isOutsideDates, isPast } from './dates';

const now = Date.parse('2026-11-23T12:00:00Z');

it.each([
  ['2026-11-25', false, true],
  ['2026-11-24', false, false], // today in the easternmost time zones
  ['2026-11-22', false, false], // today in the westernmost
  ['2026-11-21', true, false],
  ['2021-11-21', true, false], // within five years in some time zone
  ['2021-11-20', true, true],
  ['1998-01-01', true, true],
])('%s is past: %p, outside for certain: %p', (date, past, outside) => {
  expect(isPast(date, now)).toBe(past);
  expect(isOutsideDates(date, now)).toBe(outside);
});

it('29 February of a year five years before is not refused too early', () =>
  expect(isOutsideDates('2023-02-28', Date.parse('2028-02-29T12:00:00Z'))).toBe(false));
