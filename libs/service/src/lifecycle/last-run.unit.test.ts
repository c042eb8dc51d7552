import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { evidenceOf, MemoryNote, RunNotes, wordsOnSuddenEnd } from './last-run';

const MIB = 2 ** 20;
const note = (changes: Partial<MemoryNote> = {}): MemoryNote => ({
  group: 'one',
  ends: 0,
  used: 100 * MIB,
  limit: 400 * MIB,
  ...changes,
});

describe('why a run ended that nobody stopped is decided by evidence', () => {
  it.each([
    ['nothing was noted', null, note(), 'none'],
    ['nothing points to memory', note(), note(), 'none'],
    ['the kernel counted an end in the same group', note(), note({ ends: 1 }), 'counted'],
    ['an end was counted before the run was noted', note({ ends: 3 }), note({ ends: 3 }), 'none'],
    ['the counter is another container’s', note(), note({ group: 'other', ends: 5 }), 'none'],
    ['nobody counts', note({ group: null, ends: null }), note({ group: null, ends: null }), 'none'],
    ['nearly all was in use at last', note({ used: 361 * MIB }), note({ group: 'other' }), 'likely'],
  ] as const)('%s', (_case, last, now, expected) => {
    expect(evidenceOf(last, now)).toBe(expected);
  });

  it('and said with the limit and what is needed', () => {
    const end = {
      program: 'rule-engine',
      last: note({ used: 390 * MIB }),
      memory: { limit: 256 * MIB, isLimited: true },
      needed: 400 * MIB,
      remedy: 'raise it',
    };
    expect(wordsOnSuddenEnd({ ...end, evidence: 'counted' })).toBe(
      'rule-engine was ended for lack of memory (limit 256 MB; needs 400 MB): raise it',
    );
    expect(wordsOnSuddenEnd({ ...end, evidence: 'likely' })).toBe(
      'rule-engine ended without being stopped, probably for lack of memory (it used 390 MB; limit 256 MB; needs 400 MB): raise it',
    );
    expect(wordsOnSuddenEnd({ ...end, evidence: 'none' })).toMatch(
      /^rule-engine ended last time without being/,
    );
    const machine = { ...end, evidence: 'counted' as const, memory: { limit: 512 * MIB, isLimited: false } };
    expect(wordsOnSuddenEnd(machine)).toContain('(this machine has 512 MB; needs more)');
  });
});

describe('the notes of a run', () => {
  let folder: string;
  let file: string;
  let now: MemoryNote;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-notes-'));
    file = path.join(folder, 'run.json');
    now = note();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are written at the start, when memory comes near the limit, and when an end is counted', () => {
    const notes = new RunNotes(file, () => now);
    const written = () => (JSON.parse(readFileSync(file, 'utf8')) as MemoryNote).used / MIB;
    expect([notes.last, written()]).toEqual([null, 100]);
    now = note({ used: 200 * MIB });
    notes.look();
    expect(written()).toBe(100);
    now = note({ used: 380 * MIB });
    notes.look();
    expect(written()).toBe(380);
    now = note({ used: 150 * MIB, ends: 1 });
    notes.look();
    expect(written()).toBe(150);
    notes.end();
    expect(existsSync(file)).toBe(false);
  });

  it('are read by the next start, and half of them is none', () => {
    const killed = new RunNotes(file, () => note({ used: 380 * MIB }));
    const next = new RunNotes(file, () => now);
    expect([next.last?.used, next.evidence()]).toEqual([380 * MIB, 'likely']);
    next.end();
    killed.end();
    writeFileSync(file, '{"used":');
    const after = new RunNotes(file, () => now);
    expect([after.last, after.evidence()]).toEqual([null, 'none']);
    after.end();
  });
});
