import { dayInZone, inZone, isTimeZone, storedDays, zoneOfCountry } from './time-zones';

const at = (time: string): number => Date.parse(time);

describe('the day of a moment', () => {
  it.each([
    ['2026-03-02T04:30:00Z', 'America/New_York', '2026-03-01'], // 23:30 there
    ['2026-03-02T05:00:00Z', 'America/New_York', '2026-03-02'],
    ['2026-03-01T22:30:00Z', 'Europe/Helsinki', '2026-03-02'],
    ['2026-03-01T10:00:00Z', 'Pacific/Kiritimati', '2026-03-02'], // 14 hours before UTC
    ['2026-03-01T09:59:59Z', 'Pacific/Kiritimati', '2026-03-01'],
    ['2026-03-01T10:59:59Z', 'Pacific/Pago_Pago', '2026-02-28'], // 11 hours after
    ['2026-03-01T11:00:00Z', 'Pacific/Pago_Pago', '2026-03-01'],
    // Clocks go forward on 29 March: midnight is at 22:00Z before, at 21:00Z after.
    ['2026-03-28T21:59:59Z', 'Europe/Helsinki', '2026-03-28'],
    ['2026-03-28T22:00:00Z', 'Europe/Helsinki', '2026-03-29'],
    ['2026-03-29T20:59:59Z', 'Europe/Helsinki', '2026-03-29'],
    ['2026-03-29T21:00:00Z', 'Europe/Helsinki', '2026-03-30'],
    // Clocks go back on 1 November: that day has 25 hours.
    ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02'],
    // Samoa had no 30 December 2011.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['2026-03-01T18:14:59Z', 'Asia/Kathmandu', '2026-03-01'],
    ['2026-03-01T18:15:00Z', 'Asia/Kathmandu', '2026-03-02'],
  ])('%s in %s is %s', (moment, zone, day) => {
    expect(dayInZone(at(moment), zone)).toBe(day);
  });

  it.each([
    [NaN, 'UTC'],
    [1e17, 'UTC'],
    [-1e15, 'UTC'],
    [0, 'Mars/Olympus'],
    [0, 'America/New_York'],
  ])('of %s in %s there is none', (moment, zone) => {
    expect(dayInZone(moment, zone)).toBeNull();
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Helsinki', 'Asia/Kolkata', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])(
    '%s is known',
    (zone) => expect(isTimeZone(zone)).toBe(true),
  );

  it.each(['', '+02:00', 'Mars/Olympus', 'Europe/', ' UTC', `Europe/${'x'.repeat(500)}`])(
    '"%s" is refused',
    (zone) => expect(isTimeZone(zone)).toBe(false),
  );
});

describe('the time zone of a country', () => {
  it.each([
    ['FI', 'Europe/Helsinki'],
    ['GB', 'Europe/London'],
    ['DE', 'Europe/Berlin'],
  ])('%s is %s', (country, zone) => expect(zoneOfCountry(country)).toBe(zone));

  it.each(['US', 'ES', 'PT', 'CA', 'AU', 'NZ', 'XX', 'fi', 'EUR', null])('%s is asked for', (country) =>
    expect(zoneOfCountry(country)).toBeNull(),
  );
});

describe('a transaction', () => {
  const document = {
    booking_date: '2026-03-02',
    booking_datetime: '2026-03-02T04:30:00.000Z',
    value_date: '2026-03-01',
    value_datetime: '',
  };
  const moments = { booking_date: at(document.booking_datetime) };

  it('has the day of its moment in the zone, and the days that are none of a moment as they are', () => {
    expect(inZone({ document, moments }, 'America/New_York').document).toEqual({
      ...document,
      booking_date: '2026-03-01',
    });
  });

  it.each([
    ['without a zone', null, moments],
    ['without a moment', 'America/New_York', undefined],
  ])('%s is as its provider says', (_, zone, given) => {
    const transaction = { document, ...(given && { moments: given }) };
    expect(inZone(transaction, zone)).toBe(transaction);
  });

  it('that is stored keeps its day for the same moment, and no longer for another', () => {
    const zoned = { ...document, booking_date: '2026-03-01' };
    expect(storedDays(zoned, moments, document).booking_date).toBe('2026-03-02');
    const moved = { ...document, booking_datetime: '2026-03-05T04:30:00.000Z' };
    expect(storedDays(zoned, moments, moved).booking_date).toBe('2026-03-01');
  });
});
