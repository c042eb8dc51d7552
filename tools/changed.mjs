import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

/**
 * `npm run check:changed` formats and lints what differs from main (the first of these that the clone knows), committed or not,
 * and checks the types. Of other files it says nothing.
 */
const MAINS = ['origin/main', 'main'];
const TYPES = ['tsconfig.json', 'apps/console/tsconfig.json'];

const files = changedFiles();
console.log(files.length === 0 ? 'Nothing differs from main.' : `${files.length} files differ from main.`);
const linted = files.filter((file) => /\.(tsx?|[cm]js)$/.test(file));
const steps = [
  ['prettier/bin/prettier.cjs', '--write', '--ignore-unknown', '--log-level', 'warn', ...files],
  ...(linted.length > 0
    ? [['eslint/bin/eslint.js', '--max-warnings', '0', '--no-warn-ignored', ...linted]]
    : []),
  ...TYPES.map((config) => ['@typescript/native/bin/tsc', '--noEmit', '-p', config]),
];
// Each of them, whatever the one before says.
const failed = files.length === 0 ? [] : steps.filter((step) => !succeeds(step));
if (failed.length > 0) process.exitCode = 1;
else console.log('No complaints.');

function changedFiles() {
  const base = MAINS.map((main) => git('merge-base', 'HEAD', main)[0]).find((commit) => commit !== undefined);
  if (base === undefined) throw new Error(`none of ${MAINS.join(', ')} is known: git fetch origin main`);
  const changed = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(changed)].filter((file) => existsSync(path.join(ROOT, file)));
}

function git(...words) {
  const { stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}

function succeeds([program, ...words]) {
  // ESLint knows the types of all: more than Node allows by itself.
  const memory = '--max-old-space-size=8192';
  const { status } = spawnSync(
    process.execPath,
    [memory, path.join(ROOT, 'node_modules', program), ...words],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  );
  return status === 0;
}
