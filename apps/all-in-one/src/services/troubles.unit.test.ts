import { Troubles } from './troubles';

const MINUTE = 60_000;

describe('troubles on the terminal', () => {
  let said: string[];
  let nowMs: number;
  const troubles = (isDatabaseSupervised = true) =>
    new Troubles({
      say: (line) => said.push(line),
      logFile: '/home/logs/tributary.log',
      isDatabaseSupervised,
      now: () => nowMs,
    });
  const failed = (code: string) => Object.assign(new Error('postgres://role:secret@host'), { code });
  beforeEach(() => {
    said = [];
    nowMs = 0;
  });

  it('are one line at the beginning and one at the end, however often services meet them', () => {
    const of = troubles();
    for (let at = 0; at < 5 * MINUTE; at += MINUTE / 60) {
      nowMs = at;
      for (const service of ['api-gateway', 'rule-engine']) of.met(service, 'a job failed', failed('53100'));
      of.look();
    }
    expect(said).toEqual([
      'Trouble: the disk of the database is full: free space on it, and work continues by itself.',
    ]);
    nowMs += 2 * MINUTE;
    of.look();
    expect(said.slice(1)).toEqual([
      'Over: the disk of the database is full: free space on it, and work continues by itself; it lasted 5 min.',
    ]);
    of.met('api-gateway', 'a job failed', failed('53100'));
    expect(said).toHaveLength(3);
  });

  it('of other kinds are named by what failed, without the error’s own text', () => {
    const of = troubles();
    of.met('ingestion-sync', 'the sync of account 4711 failed', new Error('IBAN CZ65 0800'));
    of.met('ingestion-sync', 'the sync of account 4712 failed', new Error('IBAN CZ65 0801'));
    expect(said).toEqual([
      'Trouble: ingestion-sync: the sync of account 4711 failed (more in /home/logs/tributary.log).',
    ]);
    nowMs = 3 * MINUTE;
    of.look();
    expect(said[1]).toMatch(/^Over: ingestion-sync: .*; it lasted 0 s\.$/);
  });

  it('of a database that is started again are its supervisor’s to say, and ours where it is another’s', () => {
    troubles().met('api-gateway', 'a job failed', failed('ECONNREFUSED'));
    expect(said).toEqual([]);
    troubles(false).met('api-gateway', 'a job failed', failed('ECONNREFUSED'));
    expect(said).toEqual([expect.stringMatching(/^Trouble: the database does not answer/)]);
  });
});
