import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Phase {
  readonly workers: number;
  readonly suites: readonly string[];
}

interface Lanes {
  /** By name. */
  readonly phases: Readonly<Record<string, readonly Phase[]>>;
  /** The suites that are played beside a program, by lane. */
  readonly programs: Readonly<Record<string, readonly { readonly suites?: readonly string[] }[]>>;
  /** The suites of the second lane, by what makes them slow. */
  readonly systems: Readonly<Record<string, readonly string[]>>;
  readonly mutations: readonly { readonly name: string; readonly test?: string }[];
}

/** Read in a Node of its own, as `npm test` reads them. */
function lanes(): Lanes {
  const [table, mutations] = ['lanes.mjs', 'mutations.mjs'].map((file) =>
    JSON.stringify(path.join(__dirname, file)),
  );
  const script = `Promise.all([import(${table}), import(${mutations})]).then(([lanes, { MUTATIONS }]) => {
    const by = (read) => Object.fromEntries(lanes.LANES.map((name) => [name, read(name)]));
    console.log(JSON.stringify({
      phases: by(lanes.phasesOf), programs: by((lane) => lanes.programsOf(lane, false)),
      systems: lanes.SYSTEMS, mutations: MUTATIONS.map(({ name, test }) => ({ name, test })),
    }));
  })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Lanes;
}

const ROOT = path.join(__dirname, '..');
const { phases, programs, systems, mutations } = lanes();

function playedIn(lane: string): readonly string[] {
  const beside = (programs[lane] ?? []).flatMap(({ suites = [] }) => suites);
  return [...(phases[lane] ?? []).flatMap(({ suites }) => suites), ...beside];
}

describe('the lanes', () => {
  it('have each suite that Jest finds exactly once', () => {
    const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
    const found = execFileSync(process.execPath, [jest, '--listTests', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const suites = (JSON.parse(found) as string[]).map((file) => path.relative(ROOT, file));
    expect(Object.keys(phases).flatMap(playedIn).sort()).toEqual(suites.sort());
  });

  it('leave nine of ten suites in the first', () => {
    const [first, second] = ['test', 'systems'].map((lane) => playedIn(lane).length) as [number, number];
    expect(second / (first + second)).toBeLessThan(0.1);
  });

  it('leave each suite in the first that a mutation must fail', () => {
    const suites = mutations.map(({ test }) => test ?? 'apps/all-in-one/test/faults/faults.e2e.test.ts');
    expect(suites.filter((suite) => !playedIn('test').includes(suite))).toEqual([]);
  });

  it('are those that the documentation lists', () => {
    const page = readFileSync(path.join(ROOT, 'docs/contribute/testing.md'), 'utf8');
    const moved = Object.values(systems).flat();
    expect(moved.filter((suite) => !page.includes(`\`${suite}\``))).toEqual([]);
    const listed = [...page.matchAll(/`([\w/.-]+\.(?:unit|int|e2e)\.test\.ts)`/g)].map(
      ([, suite]) => suite ?? '',
    );
    expect(listed.sort()).toEqual([...moved].sort());
  });
});

function refusal(script: string, ...words: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [path.join(__dirname, script), ...words], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

it('an unknown lane is refused, with those that there are', () => {
  expect(refusal('test.mjs', '--lane=all')).toEqual({
    status: 1,
    stderr: 'There is no lane all: test, systems.\n',
  });
});

it.each(['test.mjs', 'hermetic.mjs'])('%s refuses suites beside a lane, and plays neither', (script) => {
  expect(refusal(script, '--lane=test', 'libs/jobs', '--watch')).toEqual({
    status: 1,
    stderr: 'A lane is played as a whole: without --lane=test, or without libs/jobs --watch.\n',
  });
});
