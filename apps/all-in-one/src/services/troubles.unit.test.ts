import { Troubles } from './troubles';

const MINUTE = 60_000;

describe('troubles on the terminal', () => {
  let said: string[];
  let nowMs: number;
  const troublesOf = (isDatabaseSupervised = true) =>
    new Troubles({
      report: (line) => said.push(line),
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
    const troubles = troublesOf();
    for (let at = 0; at < 5 * MINUTE; at += MINUTE / 60) {
      nowMs = at;
      for (const service of ['api-gateway', 'rule-engine'])
        troubles.record(service, 'a job failed', failed('53100'));
      troubles.reportEnded();
    }
    expect(said).toEqual([
      'Trouble: the disk of the database is full: free space on it, and work continues by itself.',
    ]);
    nowMs += 2 * MINUTE;
    troubles.reportEnded();
    expect(said.slice(1)).toEqual([
      'Over: the disk of the database is full: free space on it, and work continues by itself; it lasted 5 min.',
    ]);
    troubles.record('api-gateway', 'a job failed', failed('53100'));
    expect(said).toHaveLength(3);
  });

  it('of other kinds are named by what failed, without the error’s own text', () => {
    const troubles = troublesOf();
    troubles.record('ingestion-sync', 'the sync of account 4711 failed', new Error('IBAN CZ65 0800'));
    troubles.record('ingestion-sync', 'the sync of account 4712 failed', new Error('IBAN CZ65 0801'));
    expect(said).toEqual([
      'Trouble: ingestion-sync: the sync of account 4711 failed (more in /home/logs/tributary.log).',
    ]);
    nowMs = 3 * MINUTE;
    troubles.reportEnded();
    expect(said[1]).toMatch(/^Over: ingestion-sync: .*; it lasted 0 s\.$/);
  });

  it('of a database that is started again are its supervisor’s to say, and ours where it is another’s', () => {
    troublesOf().record('api-gateway', 'a job failed', failed('ECONNREFUSED'));
    expect(said).toEqual([]);
    troublesOf(false).record('api-gateway', 'a job failed', failed('ECONNREFUSED'));
    expect(said).toEqual([expect.stringMatching(/^Trouble: the database does not answer/)]);
  });
});
