import { adviceOnTrouble, LatestTrouble, troubleOf, WriteTrouble } from './database-trouble';

function databaseError(code: string, message = 'as the driver says it'): Error {
  return Object.assign(new Error(message), { code });
}

describe('trouble with the database', () => {
  it.each([
    ['53100', 'disk-full'],
    ['53200', 'out-of-memory'],
    ['53300', 'too-many-connections'],
    ['25006', 'read-only'],
    ['28P01', 'sign-in-refused'],
    ['3D000', 'no-database'],
    ['42501', 'no-rights'],
    ['57P03', 'starting'],
    ['ECONNREFUSED', 'unreachable'],
  ])('%s means %s, also inside of what TypeORM throws', (code, trouble) => {
    const error = databaseError(code);
    expect(troubleOf(error)).toBe(trouble);
    expect(troubleOf(Object.assign(new Error('query failed'), { driverError: error }))).toBe(trouble);
    expect(troubleOf(new AggregateError([error]))).toBe(trouble);
  });

  it('does not include mistakes of a statement', () => {
    expect(troubleOf(databaseError('23505'))).toBeNull();
    expect(troubleOf(new Error('a defect'))).toBeNull();
  });

  it('is described in one line', () => {
    expect(adviceOnTrouble('disk-full')).toMatch(/^the disk of the database is full: .+$/);
  });

  it('is remembered while writers meet it, and reported once', async () => {
    let nowMs = 0;
    let reports = 0;
    const latest = new LatestTrouble(() => nowMs);
    const trouble = new WriteTrouble({ latest, onDiskFull: () => (reports += 1) });
    const other = new WriteTrouble({ latest, onDiskFull: () => (reports += 1) });
    const meet = (code: string): Promise<void> =>
      expect(trouble.watch(Promise.reject(databaseError(code)))).rejects.toThrow('as the driver says it');
    await meet('23505');
    expect(trouble.current()).toBeNull();
    await meet('53100');
    nowMs = 14_000;
    // Another service of the process writes nothing, and cannot write either.
    expect([trouble.current(), other.current()]).toEqual(['disk-full', 'disk-full']);
    await meet('53100');
    nowMs = 28_000;
    expect([trouble.current(), reports]).toEqual(['disk-full', 1]);
    nowMs = 30_000;
    expect(trouble.current()).toBeNull();
    await meet('53100');
    expect(reports).toBe(2);
  });
});
