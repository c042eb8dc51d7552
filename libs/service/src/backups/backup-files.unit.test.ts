import { backupName, backupsAmong, superfluous } from './backup-files';

const night = (day: number) => backupName(new Date(Date.UTC(2026, 10, day, 2, 30, 5)));
const NIGHTS = [1, 2, 3, 4, 5].map(night);

describe('the backups of a folder', () => {
  it('are known by the names that they are given', () => {
    expect(night(7)).toBe('tributary-2026-11-07T02-30-05Z.tar');
    expect(backupsAmong([night(7)])).toEqual([
      { name: night(7), madeAt: new Date('2026-11-07T02:30:05.000Z') },
    ]);
  });

  it('are no drafts, no parts, no files of others, and no days that there are not', () => {
    const others = [
      '.tributary-draft-7',
      `${night(1)}.part`,
      `.${night(1)}`,
      'tributary-backup.tar',
      'tributary.dump',
      'tributary-2026-13-45T02-30-05Z.tar',
      'lost+found',
    ];
    expect(backupsAmong(others)).toEqual([]);
    expect(superfluous(others, { keep: 1, made: night(5) })).toEqual([]);
  });

  it('are kept as many as wanted, the newest ones', () => {
    expect(superfluous([...NIGHTS].reverse(), { keep: 3, made: night(5) })).toEqual([night(2), night(1)]);
    expect(superfluous(NIGHTS, { keep: 5, made: night(5) })).toEqual([]);
    expect(superfluous(NIGHTS, { keep: 9, made: night(5) })).toEqual([]);
  });

  it('always keep the one that was just made, also after others that a wrong clock has dated later', () => {
    const future = backupName(new Date('2099-01-01T00:00:00Z'));
    const gone = superfluous([...NIGHTS, future], { keep: 1, made: night(5) });
    expect(gone).not.toContain(night(5));
    expect(gone).toHaveLength(5);
    expect(superfluous([night(5)], { keep: 0, made: night(5) })).toEqual([]);
  });
});
