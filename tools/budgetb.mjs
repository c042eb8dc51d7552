import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const required = createRequire(path.join(ROOT, 'package.json'));

/** Whether the native part of what BUDGETB needs (SQLite, for Actual's client) is there and loads. */
function hasBudgetb() {
  const load = "new (require('better-sqlite3'))(':memory:')";
  return spawnSync(process.execPath, ['-e', load], { cwd: ROOT, stdio: 'ignore' }).status === 0;
}

/**
 * Downloads the native part or, if there is none for this machine, builds it, which needs a compiler (C++, make,
 * Python) and a minute. Installing does not do it, because only BUDGETB needs it. Messages go to standard error.
 */
async function prepareBudgetb() {
  if (hasBudgetb()) return;
  const directory = path.dirname(required.resolve('better-sqlite3/package.json'));
  const { npm_execpath: npm } = process.env;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...args, 'run', 'install'], {
    cwd: directory,
    stdio: ['ignore', 2, 2],
    shell: !npm && process.platform === 'win32',
  });
  await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  if (!hasBudgetb()) {
    throw new Error(
      'better-sqlite3, which BUDGETB needs, could not be built: see the lines above. It takes a C++ compiler, make and Python.',
    );
  }
}

/** Why it cannot be installed here, or undefined if it exists or can be built. Cheap. */
function whyNoBudgetb() {
  const isThere = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  if (['make', 'c++', 'python3'].every(isThere) || hasBudgetb()) return undefined;
  return 'there is no compiler for SQLite, and `npm run budgetb` has not been run';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    process.stdout.write(whyNoBudgetb() ?? '');
  } else {
    await prepareBudgetb().catch((error) => {
      console.error(error.message);
      process.exit(1);
    });
    console.log('BUDGETB can be used.');
  }
}
