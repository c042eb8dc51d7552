import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

interface Results {
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly name: string; readonly message: string }[];
}

let folder: string;
beforeEach(() => {
  const data = path.join(ROOT, '.data');
  mkdirSync(data, { recursive: true });
  folder = mkdtempSync(path.join(data, 'suites-')); // in the workspace, where suites find its packages
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Plays the files one after another in one worker, by this workspace's settings. */
function play(files: Readonly<Record<string, string>>): Results {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const config = `const { globalSetup, globalTeardown, testSequencer, ...base } = require(${JSON.stringify(path.join(ROOT, 'jest.config.cjs'))});
    module.exports = { ...base, rootDir: ${JSON.stringify(ROOT)}, roots: [__dirname], testTimeout: 2_000 };`;
  writeFileSync(path.join(folder, 'jest.config.cjs'), config);
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const suites = Object.keys(files)
    .filter((name) => name.includes('.test.'))
    .map((name) => path.join(folder, name));
  const words = [
    '--config',
    path.join(folder, 'jest.config.cjs'),
    '--maxWorkers=1',
    '--json',
    '--runTestsByPath',
  ];
  const { stdout } = spawnSync(process.execPath, [jest, ...words, ...suites], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Results;
}

const LEAVING = `
import { shared } from './shared';
it('leaves much behind', () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(7);
  jest.setTimeout(60_000);
  process.env.LEFT_BEHIND = 'yes';
  process.chdir('/');
  globalThis.setImmediate = (() => undefined) as never;
  process.on('SIGTERM', shared.heard);
  shared.uses += 1;
});`;

const FINDING = `
import { shared } from './shared';
it('finds the modules, and nothing else', async () => {
  expect({ left: process.env.LEFT_BEHIND, directory: process.cwd() }).toEqual({ directory: ${JSON.stringify(ROOT)} });
  expect(Math.random()).toBeLessThan(1);
  expect(process.listeners('SIGTERM')).not.toContain(shared.heard);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(shared.uses).toBe(1);
});`;

const SHARED = `export const shared = { uses: 0, heard: (): void => undefined };`;

// Jest plays the larger file first.
const first = (text: string): string => `${text}\n${'// '.padEnd(2_000, '.')}`;

describe('suites of one worker', () => {
  it('share their modules, and nothing that an earlier one changed in the process', () => {
    const results = play({
      'leaving.unit.test.ts': first(LEAVING),
      'finding.unit.test.ts': FINDING,
      'shared.ts': SHARED,
    });
    expect(results.testResults.map(({ message }) => message).join('')).toBe('');
    expect(results.numPassedTests).toBe(2);
  });

  it('have modules of their own where they begin with @jest-environment node', () => {
    const own = `/** @jest-environment node */\n${FINDING.replace('toBe(1)', 'toBe(0)')}`;
    const results = play({
      'leaving.unit.test.ts': first(LEAVING),
      'finding.unit.test.ts': own,
      'shared.ts': SHARED,
    });
    expect(results.testResults.map(({ message }) => message).join('')).toBe('');
    expect(results.numPassedTests).toBe(2);
  });

  it('fail with the line of TypeScript, at the limit of time, and alone', () => {
    const failing = `import { fails } from './fails';
it('fails in a function', () => fails());
it('hangs', () => new Promise(() => undefined));`;
    const fails = `interface NotThere {\n  a: 1;\n}\n\nexport function fails(): NotThere {\n  throw new Error('no');\n}\n`;
    const results = play({
      'failing.unit.test.ts': first(failing),
      'passing.unit.test.ts': `it('passes', () => undefined);`,
      'fails.ts': fails,
    });
    const said = results.testResults.map(({ message }) => message).join('');
    expect(said).toContain('fails.ts:6:9');
    expect(said).toContain('Exceeded timeout of 2000 ms');
    expect(results.numPassedTests).toBe(1);
  });
});
