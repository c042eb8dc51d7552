import { readServeOptions } from './serve-options';

const backupsOf = (environment: NodeJS.ProcessEnv) =>
  readServeOptions([], { TRIBUTARY_HOME: '/home/tributary', ...environment }).backups;

describe('the backups of a home', () => {
  it('are made every night, and a week of them stays', () => {
    const at = { hour: 2, minute: 30 };
    expect(backupsOf({})).toEqual({ at, directory: '/home/tributary/backups', keep: 7 });
  });

  it('are made when, where and as many as the settings say', () => {
    const settings = { BACKUP_TIME: '23:05', BACKUP_DIR: '/mnt/nas', BACKUP_KEEP: '30' };
    expect(backupsOf(settings)).toEqual({ at: { hour: 23, minute: 5 }, directory: '/mnt/nas', keep: 30 });
  });

  it('are not made where they are switched off, nor of a database that is the operator’s own', () => {
    expect(backupsOf({ BACKUP_TIME: 'off' })).toBeNull();
    expect(backupsOf({ DATABASE_URL: 'postgres://a@b/c' })).toBeNull();
  });

  it.each([
    [{ BACKUP_TIME: 'tonight' }, 'BACKUP_TIME must be a time of the day, such as 02:30, or off'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 10000'],
  ])('with %j are refused in words', (settings, problem) => {
    expect(() => backupsOf(settings)).toThrow(problem);
  });

  it('are no settings of the services', () => {
    const { settings } = readServeOptions([], {
      BACKUP_TIME: '01:00',
      BACKUP_KEEP: '3',
      BACKUP_DIR: '/b',
      SIGN_UP: 'closed',
    });
    expect(settings).toEqual({ SIGN_UP: 'closed' });
  });
});
