import { addDays, daysBetween, isoDate, secondsToMidnight } from './sandbox-clock';

test('days are counted over months, leap days and years, both ways', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('1994-03-31', '2026-11-20')).toBe(11_922);
  expect(addDays('1994-03-31', 11_922)).toBe('2026-11-20');
});

test('the UTC day ends at midnight', () => {
  expect(isoDate(Date.parse('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
  expect(secondsToMidnight(Date.parse('2026-11-21T23:59:59.500Z'))).toBe(1);
  expect(secondsToMidnight(Date.parse('2026-11-21T00:00:00Z'))).toBe(86_400);
});
