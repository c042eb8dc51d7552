import { workspaceRoot } from '@tributary/testing';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TIMEOUT_MS = 120_000;

/** The package as somebody has it who installed it, in a project of their own. */
describe('the package of the client', () => {
  const root = workspaceRoot();
  const project = mkdtempSync(path.join(tmpdir(), 'client-'));
  const installed = path.join(project, 'node_modules/@tributary/client');
  const run = (command: string, args: readonly string[], cwd = project): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  beforeAll(() => {
    run(
      'npm',
      ['run', '--silent', 'pack', '--', '--pack-destination', project],
      path.join(root, 'libs/client'),
    );
    mkdirSync(installed, { recursive: true });
    const [tarball = ''] = readdirSync(project).filter((file) => file.endsWith('.tgz'));
    run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
    for (const dependency of ['openapi-fetch', 'openapi-typescript-helpers', '@types']) {
      symlinkSync(
        path.join(root, 'node_modules', dependency),
        path.join(project, 'node_modules', dependency),
      );
    }
  }, TIMEOUT_MS);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('holds what is needed to run it, and no sources', () => {
    expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
  });

  it.each(['module', 'commonjs'])('is loaded by a %s', (type) => {
    const load =
      type === 'module'
        ? `import * as all from '@tributary/client'`
        : `const all = require('@tributary/client')`;
    const names = run(process.execPath, [
      `--input-type=${type}`,
      '-e',
      `${load}; console.log(Object.keys(all).join())`,
    ]);
    for (const name of ['createTributaryClient', 'dataOf', 'pagesOf', 'ApiError'])
      expect(names).toContain(name);
  });

  it.each(['@typescript/native/bin/tsc', 'typescript/bin/tsc6'])(
    'compiles the example of its README with %s',
    (compiler) => {
      const [, example = ''] =
        /```ts\n([^]*?)```/.exec(readFileSync(path.join(installed, 'README.md'), 'utf8')) ?? [];
      expect(example).toContain('createTributaryClient');
      writeFileSync(path.join(project, 'example.mts'), example);
      const options = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--types',
        'node',
      ];
      run(process.execPath, [path.join(root, 'node_modules', compiler), ...options, 'example.mts']);
    },
    TIMEOUT_MS,
  );
});
