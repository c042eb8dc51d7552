import { ASKED_WAIT_MS_MAX, retryAfterMs } from './retry-after';

const NOW = Date.parse('2026-03-02T06:00:00Z');

test.each([
  ['120', 120_000],
  ['Mon, 02 Mar 2026 06:00:30 GMT', 30_000],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['soon', null],
  ['', null],
])('Retry-After %p is %p ms', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));

test.each(['604801', '31557600000000', '999999999999999', '9'.repeat(40), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'a wait of more than a week (%s) is one of a week, which a database can keep',
  (header) => expect(retryAfterMs(header, NOW)).toBe(ASKED_WAIT_MS_MAX),
);

test('what is longer than a date is none', () =>
  expect(retryAfterMs(`Fri, 31 Dec 2026 ${'('.repeat(200)}`, NOW)).toBeNull());
