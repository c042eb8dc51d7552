import { secondsToMidnight } from './sandbox-clock';

test('a daily allowance starts again at the UTC midnight', () => {
  expect(secondsToMidnight(Date.parse('2026-11-21T23:59:59.500Z'))).toBe(1);
  expect(secondsToMidnight(Date.parse('2026-11-21T00:00:00Z'))).toBe(86_400);
});
