import { spawnSync } from 'node:child_process';
import path from 'node:path';

interface Summary {
  passed: number;
  failed: number;
  skipped: number;
  notes: string[];
}

const CLEAN = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};

/** The summary runs in a Node of its own, as `npm test` runs it. */
function summarize(
  results: object | undefined,
  exitCode: number | null,
  words: readonly string[] = [],
): Summary {
  const module = JSON.stringify(path.join(__dirname, 'test-summary.mjs'));
  const input = JSON.stringify({ results, exitCode, words });
  const script = `import(${module}).then(({ summarize }) => {
    const { results, exitCode, words } = ${input};
    console.log(JSON.stringify(summarize(results, exitCode, words)));
  })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Summary;
}

describe('the closing lines of a test run', () => {
  it('count what Jest counted', () => {
    expect(summarize({ ...CLEAN, numFailedTests: 2 }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
      notes: [],
    });
  });

  it('count a suite that could not run as failed', () => {
    expect(summarize({ ...CLEAN, numRuntimeErrorTestSuites: 1 }, 1)).toMatchObject({ passed: 3, failed: 1 });
  });

  it('count a run without results as failed', () => {
    expect(summarize(undefined, null)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('count an exit code that no failed test explains as failed, and say so', () => {
    const summary = summarize(CLEAN, 1);
    expect(summary.failed).toBe(1);
    expect(summary.notes[0]).toContain('exit code 1');
  });

  it('name the words that Jest does not know, or that no test fits', () => {
    expect(summarize(undefined, 1, ['apps', '--noSuch']).notes).toEqual([
      'Jest ended without results. It may not know --noSuch: its own words are above.',
    ]);
    expect(summarize({ ...CLEAN, numPassedTests: 0 }, 1, ['apps', '--selectProjects', 'x'])).toMatchObject({
      failed: 1,
      notes: ['No test was executed: nothing fits apps --selectProjects x.'],
    });
  });

  it('name each failed test and each suite that could not run', () => {
    const failed = { status: 'failed', fullName: 'a thing holds', ancestorTitles: ['a thing'] };
    const passed = { status: 'passed', fullName: 'a thing is there', ancestorTitles: ['a thing'] };
    const testResults = [
      { name: '/a/thing.unit.test.ts', status: 'failed', assertionResults: [failed, passed] },
      { name: '/a/broken.unit.test.ts', status: 'failed', assertionResults: [] },
      { name: '/a/whole.unit.test.ts', status: 'passed', assertionResults: [passed] },
    ];
    expect(summarize({ ...CLEAN, numFailedTests: 1, testResults }, 1).notes).toEqual([
      'Failed: thing.unit.test.ts: a thing holds',
      'Failed: broken.unit.test.ts: could not run',
    ]);
  });

  it('name each skipped suite with its reason', () => {
    const test = {
      status: 'pending',
      ancestorTitles: ['bus on kafka (skipped, no Kafka: no Java)', 'order'],
      title: 'holds',
    };
    const testResults = [{ name: '/x/bus.kafka.int.test.ts', assertionResults: [test, test] }];
    expect(summarize({ ...CLEAN, numPendingTests: 2, testResults }, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 2,
      notes: ['Skipped: bus.kafka.int.test.ts: bus on kafka (skipped, no Kafka: no Java) (2 tests)'],
    });
  });
});

describe('npm test -- --help', () => {
  it('says how to run less, and runs nothing', () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [path.join(__dirname, 'test.mjs'), 'apps', '--help'],
      {
        encoding: 'utf8',
      },
    );
    expect(status).toBe(0);
    expect(stdout).toContain('npm test -- apps/rule-engine');
    expect(stdout).not.toContain('passed');
  });
});
