import { dayText, distanceText, momentText, monthText } from './dates';

describe('days and moments on the screen', () => {
  it('writes a day without moving it to another time zone', () => {
    expect(dayText('2026-11-01', 'en-GB')).toBe('1 Nov 2026');
    expect(monthText('2026-11', 'en-GB')).toBe('Nov 2026');
  });

  it('writes a moment in the reader’s time zone', () => {
    expect(momentText('2026-11-23T11:30:00Z', 'en-GB', 'Asia/Tokyo')).toBe('23 Nov 2026, 20:30');
  });

  it('says how far away a moment is', () => {
    const now = Date.parse('2026-11-23T11:30:00Z');
    expect(distanceText('2026-11-23T14:40:00Z', now, 'en')).toBe('in 3 hours');
    expect(distanceText('2026-11-21T11:30:00Z', now, 'en')).toBe('2 days ago');
    expect(distanceText('2026-11-23T11:30:05Z', now, 'en')).toBe('this minute');
  });

  it('shows what is no date as it is', () => {
    expect(dayText('soon', 'en')).toBe('soon');
    expect(momentText('soon', 'en')).toBe('soon');
  });
});
