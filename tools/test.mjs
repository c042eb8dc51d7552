import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';
import { summarize } from './test-summary.mjs';

const HELP = `npm test                                        everything: unit, PostgreSQL, both buses, whole systems (half an hour)
npm test -- apps/rule-engine                    one part
npm test -- apps/rule-engine/src/evaluation     one folder, or one file
npm test -- apps/rule-engine -t "a regular"     of these the tests whose names match
npm test -- unit.test.ts                        what needs neither a database nor a broker

Other words and flags are Jest's. FULL=1 npm test also compares our traffic with the vendors' own descriptions,
which are in the folder that VENDOR_SPECS names.`;

const args = process.argv.slice(2);
if (['--help', '-h'].some((flag) => args.includes(flag))) {
  console.log(HELP);
  process.exit();
}
checkNode();
installWhatIsMissing();
const { buildIfStale, TESTS } = await import('./build.mjs');
try {
  await buildIfStale(); // Some suites start the services as processes,
  await buildIfStale(TESTS); // some a process of their own.
} catch (error) {
  console.error(error.message);
  finish({ passed: 0, failed: 1, skipped: 0, notes: ['The build failed, no test was run.'] });
}
finish(args.length > 0 ? runJest(args) : runEverything());

/**
 * Suites that run whole systems come last, one after another: two at once would starve each other of the processor. The
 * others wait for PostgreSQL half of their time: three share two cores. Those in a browser wait for what it shows: two
 * do.
 */
function runEverything() {
  const wholeSystems = '(\\.e2e|kafka[^/]*)\\.test\\.ts$';
  const inBrowser = 'apps/console/.*\\.e2e\\.test\\.ts$';
  const run = (workers, pattern, without = []) =>
    runJest([
      `--maxWorkers=${workers}`,
      `--testPathPatterns=${pattern}`,
      ...['/node_modules/', ...without].map((one) => `--testPathIgnorePatterns=${one}`),
    ]);
  const phases = [run(3, '.', [wholeSystems]), run(2, inBrowser), run(1, wholeSystems, [inBrowser])];
  if (process.env.FULL) {
    const besides = [
      ['tools/api-server', 'api-server'],
      ['tools/cluster', 'cluster'],
      ['tools/deploy-(page|compose)', 'engine'],
    ];
    for (const [suites, program] of besides) phases.push(runJest(['--runInBand', suites], program));
    phases.push(compareWithVendors());
  }
  const sum = (member) => phases.reduce((total, phase) => total + phase[member], 0);
  const notes = phases.flatMap((phase) => phase.notes);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), notes };
}

/** The traffic of the connectors against the vendors' own descriptions, which are not part of this repository. */
function compareWithVendors() {
  const none = { passed: 0, failed: 0, skipped: 0, notes: [] };
  if (!process.env.VENDOR_SPECS) {
    const note = "Skipped: VENDOR_SPECS names no folder with the vendors' descriptions.";
    return { ...none, skipped: 1, notes: [note] };
  }
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'tools/vendor-specs.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0
    ? { ...none, passed: 1 }
    : { ...none, failed: 1, notes: ["The traffic differs from the vendors' descriptions."] };
}

/** @param beside what has to run beside the suites: a script of tools/containers */
function runJest(args, beside = null) {
  const outputFile = path.join(ROOT, '.data', 'test-results', `${process.pid}.json`);
  mkdirSync(path.dirname(outputFile), { recursive: true });
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  // What a failed suite left running must not keep the report back.
  const options = ['--forceExit', '--json', `--outputFile=${outputFile}`];
  const command = [process.execPath, jest, ...options, ...args];
  const script = beside === null ? [] : [path.join(ROOT, `tools/containers/${beside}.mjs`), 'run'];
  const [program, ...words] = beside === null ? command : [process.execPath, ...script, ...command];
  const { status } = spawnSync(program, words, { cwd: ROOT, stdio: ['inherit', 'ignore', 'inherit'] });
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
