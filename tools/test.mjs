import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';
import { summarize } from './test-summary.mjs';

checkNode();
installWhatIsMissing();
/** In the units of `nice`. */
const BEHIND_WHOLE_SYSTEMS = 5;
let runsStarted = 0;
const { buildIfStale, TESTS } = await import('./build.mjs');
try {
  await buildIfStale(); // Some suites start the services as processes,
  await buildIfStale(TESTS); // some a process of their own.
} catch (error) {
  console.error(error.message);
  finish({ passed: 0, failed: 1, skipped: 0, notes: ['The build failed, no test was run.'] });
}
const args = process.argv.slice(2);
finish(args.length > 0 ? await runJest(args, 'inherit') : await runEverything());

/**
 * Two runs at the same time, each with a PostgreSQL of its own: suites of whole systems set the passwords of roles, which
 * a server has once. Whole systems come one after another, and first where both runs want the processor; they leave one
 * core idle for much of their time. The others wait for PostgreSQL half of theirs: three share what is left.
 */
async function runEverything() {
  const wholeSystems = '(\\.e2e|kafka[^/]*)\\.test\\.ts$';
  const others = ['/node_modules/', wholeSystems].map((one) => `--testPathIgnorePatterns=${one}`);
  const systemsRun = runJest(['--runInBand', `--testPathPatterns=${wholeSystems}`], 'pipe');
  if (process.env.TEST_DATABASE_URL) await systemsRun; // One server for both.
  const othersRun = runJest(['--maxWorkers=3', ...others], 'pipe', BEHIND_WHOLE_SYSTEMS);
  const runs = await Promise.all([othersRun, systemsRun]);
  const sum = (member) => runs.reduce((total, run) => total + run[member], 0);
  const notes = runs.flatMap((run) => run.notes);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), notes };
}

/** @param {'inherit' | 'pipe'} output where Jest draws on a terminal, or writes lines alone */
async function runJest(args, output, priority = 0) {
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const outputFile = path.join(ROOT, '.data', 'test-results', `${process.pid}-${(runsStarted += 1)}.json`);
  mkdirSync(path.dirname(outputFile), { recursive: true });
  const options = ['--json', `--outputFile=${outputFile}`];
  const child = spawn(process.execPath, [jest, ...options, ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'ignore', output],
  });
  if (priority > 0) setPriority(child.pid, priority);
  child.stderr?.pipe(process.stderr);
  const [status] = await once(child, 'close');
  const results = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : undefined;
  rmSync(outputFile, { force: true });
  return summarize(results, status);
}

/** The last line is read by machines: exactly this form. */
function finish({ passed, failed, skipped, notes }) {
  for (const note of notes) console.log(note);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
