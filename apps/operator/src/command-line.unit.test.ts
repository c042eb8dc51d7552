import { dayOf, momentOf } from './command-line';

describe('a moment on the command line', () => {
  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T18:00', '2026-11-21T18:00:00.000Z'],
    ['2026-11-21T18:00:00Z', '2026-11-21T18:00:00.000Z'],
    ['2026-11-21T18:00:00+02:00', '2026-11-21T16:00:00.000Z'],
  ])('%s is %s', (word, moment) => {
    expect(momentOf(word)).toBe(moment);
  });

  it.each(['2026-02-30', '2026-02-30T18:00:00Z', '2026-11-21T25:00:00Z', '2026-11', 'yesterday', ''])(
    'is not "%s"',
    (word) => {
      expect(() => momentOf(word)).toThrow(`"${word}" is not a time`);
    },
  );
});

describe('a day on the command line', () => {
  it('is a day of the calendar', () => {
    expect(dayOf('2028-02-29')).toBe('2028-02-29');
  });

  it.each(['2026-02-29', '2026-11', '0000-01-01', '2026-11-21T18:00:00Z', 'yesterday'])(
    'is not "%s"',
    (word) => {
      expect(() => dayOf(word)).toThrow(`"${word}" is not a day`);
    },
  );
});
