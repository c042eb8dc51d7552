import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';

/** As Docker reads it: the last pattern that matches counts, for the file or a folder above it. */
function isLetIn(file: string, patterns: readonly string[]): boolean {
  const above = file.split('/').map((_part, at, parts) => parts.slice(0, at + 1).join('/'));
  const last = patterns.findLast((pattern) =>
    above.some((name) => patternOf(pattern.replace(/^!/, '')).test(name)),
  );
  return last?.startsWith('!') ?? true;
}

/** The few forms that .dockerignore uses. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replaceAll('.', '\\.')
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${source}$`);
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
  expect(files.filter((file) => isLetIn(file, patterns))).toEqual(files.slice(0, 5));
});
