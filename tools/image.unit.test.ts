import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';

/** The module's exports, from a separate process, because it is an ES module. */
function asked<T>(expression: string): T {
  const script = `import { instructionsOf, isLetIn } from ${JSON.stringify(path.join(ROOT, 'tools/image/dockerfile.mjs'))};
    console.log(JSON.stringify(${expression}))`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(stdout) as T;
}

it('the image’s context has exactly what .dockerignore allows, and no tests', () => {
  const patterns = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const files = [
    'libs/money/src/index.ts',
    'package-lock.json',
    '.npmrc',
    'docs/reference/settings.md',
    'README.md',
    'libs/money/src/decimal.unit.test.ts',
    '.env',
    'apps/operator/node_modules/x/index.js',
  ];
  const letIn = asked<boolean[]>(
    `${JSON.stringify(files)}.map((file) => isLetIn(file, ${JSON.stringify(patterns)}))`,
  );
  expect(files.filter((_file, at) => letIn[at])).toEqual(files.slice(0, 5));
});

it('continued lines of a Dockerfile are one instruction, and comments none', () => {
  const text = 'FROM a AS build\n# why\nRUN one \\\n && two\nUSER 1000\n';
  expect(asked(`instructionsOf(${JSON.stringify(text)})`)).toEqual([
    { word: 'FROM', rest: 'a AS build' },
    { word: 'RUN', rest: 'one && two' },
    { word: 'USER', rest: '1000' },
  ]);
});
