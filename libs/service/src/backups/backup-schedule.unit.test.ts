import { nextBackupAt, readTimeOfDay } from './backup-schedule';

const at = { hour: 2, minute: 30 };
/** In the zone of the machine, as the schedule is. */
const moment = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const START = moment(10, 18);

interface Case {
  readonly newest?: Date;
  readonly failedAt?: Date;
  readonly startedAt?: Date;
}

const next = (now: Date, { newest, failedAt, startedAt = START }: Case) =>
  nextBackupAt({ at, startedAt, newest: newest ?? null, failedAt: failedAt ?? null }, now);

describe('the next backup', () => {
  it('of a new installation is made in its first night', () => {
    expect(next(START, {})).toEqual(moment(11, 2, 30));
  });

  it('is made in the night after the last one, whenever that was made', () => {
    expect(next(moment(11, 3), { newest: moment(11, 2, 31) })).toEqual(moment(12, 2, 30));
    expect(next(moment(11, 17), { newest: moment(11, 16) })).toEqual(moment(12, 2, 30));
    expect(next(moment(11, 2), { newest: moment(11, 1) })).toEqual(moment(11, 2, 30));
  });

  it('makes up for nights in which the machine was off, once it has started', () => {
    const startedAt = moment(10, 18);
    expect(next(startedAt, { newest: moment(6, 2, 31), startedAt })).toEqual(moment(10, 18, 5));
  });

  it('is tried again an hour after one that failed', () => {
    const failedAt = moment(11, 2, 32);
    expect(next(failedAt, { newest: moment(10, 2, 31), failedAt })).toEqual(moment(11, 3, 32));
  });

  it('does not wait for a day that only a wrong clock has seen', () => {
    expect(next(moment(10, 19), { newest: new Date(2099, 0, 1) })).toEqual(moment(11, 2, 30));
  });
});

it('a time of the day has hours and minutes', () => {
  expect(readTimeOfDay('02:30')).toEqual(at);
  expect(readTimeOfDay(' 2:30 ')).toEqual(at);
  expect(readTimeOfDay('23:59')).toEqual({ hour: 23, minute: 59 });
  for (const word of ['', '24:00', '2:60', '0230', '2.30', '02:30:00', '2:30 pm', 'off'])
    expect({ word, time: readTimeOfDay(word) }).toEqual({ word, time: null });
});
