import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './testing/deployments';

jest.setTimeout(600_000);

/** The newest release line that we support, beside the one that runs the tests; npm has its program for each platform. */
const NEWEST = '24.21.0';
const PROGRAM = `node-${process.platform}-${process.arch}@${NEWEST}`;

/** Runs a command with the newest Node first in the path, for programs that it starts, too. */
const onNewest = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  started('npx', ['--yes', `--package=${PROGRAM}`, '--', ...words], environment);

function started(program: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, npm_config_ignore_scripts: 'true', ...environment };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

const isThere = onNewest(['node', '--version']).output.includes(`v${NEWEST}`);
const VERSIONS = [[process.versions.node, started] as const, ...(isThere ? [[NEWEST, newest] as const] : [])];

function newest(program: string, words: readonly string[], environment?: NodeJS.ProcessEnv) {
  return onNewest([program, ...words], environment);
}

/** A word of a warning, as Node, npm and the libraries write them. */
const NOISE = /warn|deprecat|unsupported|experimental/i;

describe.each(VERSIONS)('on Node %s', (_version, run) => {
  const data = mkdtempSync(path.join(tmpdir(), 'tributary-node-'));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('the demo holds, without a warning and without anything deprecated', () => {
    const { status, output } = run('npm', ['start', '--', '--once'], {
      ...{ API_PORT: '0', SANDBOX_PORT: '0', DATA_DIR: data, DEMO_ACCOUNTS: '3' },
      NODE_OPTIONS: '--throw-deprecation',
    });
    expect(output).toContain('Everything holds.');
    expect(output).not.toMatch(NOISE);
    expect(status).toBe(0);
  });
});

if (!isThere) it.skip(`the demo on Node ${NEWEST} (skipped: npm does not reach ${PROGRAM})`, () => undefined);

// 70 seconds of a processor: the other version has run them already.
const whole = process.env['FULL'] === '1' && isThere ? it : it.skip;
whole(`the unit tests pass on Node ${NEWEST}`, () => {
  const { status, output } = newest('npx', ['jest', '--testPathPatterns', String.raw`unit\.test\.ts$`]);
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
});
