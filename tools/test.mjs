import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';
import { LANES, phasesOf, programsOf } from './lanes.mjs';
import { sumOf, summarize } from './test-summary.mjs';

const HELP = `npm test                                        the first lane: unit, PostgreSQL, browsers, the main job on both buses
npm run test:systems                            the second: Kafka, kills, upgrades, documentation, containers, Schemathesis
npm test -- apps/rule-engine                    one part
npm test -- apps/rule-engine/src/evaluation     one folder, or one file; with --watch again after each change
npm test -- apps/rule-engine -t "a regular"     of these the tests whose names match
npm test -- unit.test.ts                        what needs neither a database nor a broker

Other words and flags are Jest's. FULL=1 npm test plays both lanes as a whole, and compares our traffic with the vendors'
own descriptions, which are in the folder that VENDOR_SPECS names.`;

const LANE = '--lane=';
/** A lane leaves nothing behind. */
const OWN_POSTGRES = { TEST_POSTGRES: 'own' };
const args = process.argv.slice(2);
const words = args.filter((word) => !word.startsWith(LANE));
const lanes = args.filter((word) => word.startsWith(LANE)).map((word) => word.slice(LANE.length));
const unknown = lanes.find((lane) => !LANES.includes(lane));

if (['--help', '-h'].some((flag) => args.includes(flag))) {
  console.log(HELP);
  process.exit();
}
if (unknown !== undefined) {
  console.error(`There is no lane ${unknown}: ${LANES.join(', ')}.`);
  process.exit(1);
}
if (lanes.length > 0 && words.length > 0) {
  console.error(
    `A lane is played as a whole: without ${lanes.map((lane) => LANE + lane).join(' ')}, or without ${words.join(' ')}.`,
  );
  process.exit(1);
}
checkNode();
installWhatIsMissing();
if (words.some((word) => word.startsWith('--watch'))) {
  const jest = spawnSync(process.execPath, [jestProgram(), ...words], { cwd: ROOT, stdio: 'inherit' });
  process.exit(jest.status ?? 1);
}
if (words.length > 0) finish(runJest(words, { isAlone: true }));
await buildAll();
const isFull = process.env.FULL === '1';
const results = (isFull ? LANES : lanes.length > 0 ? lanes : ['test']).flatMap(playLane);
if (isFull) results.push(compareWithVendors());
finish(sumOf(results));

/** Suites that are played alone find what they start built by tools/jest/runner.cjs. */
async function buildAll() {
  const { buildIfStale, TESTS } = await import('./build.mjs');
  try {
    await buildIfStale();
    await buildIfStale(TESTS);
  } catch (error) {
    console.error(error.message);
    finish({ passed: 0, failed: 1, skipped: 0, notes: ['The build failed, no test was run.'] });
  }
}

function playLane(lane) {
  const phases = phasesOf(lane).map(({ name, workers, suites }) => {
    const begun = Date.now();
    const results = runJest([`--maxWorkers=${workers}`, '--runTestsByPath', ...suites]);
    const seconds = Math.round((Date.now() - begun) / 1000);
    return { ...results, notes: [`${name}: ${suites.length} suites in ${seconds} s`, ...results.notes] };
  });
  return [...phases, ...programsOf(lane, isFull).map(playProgram)];
}

/** A suite beside what it needs, or a check of its own. Where the suite's program is not to be had, its tests are skipped. */
function playProgram({ name, beside, suites, env }) {
  if (suites === undefined) return runCheck(name, beside);
  return runJest(['--runInBand', '--runTestsByPath', ...suites], { beside, env });
}

function runCheck(name, [script, ...rest]) {
  const { status } = spawnSync(process.execPath, [path.join(ROOT, script), ...rest], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const counts = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  return { ...counts, notes: status === 0 ? [] : [`${name} failed.`] };
}

/** The traffic of the connectors against the vendors' own descriptions, which are not part of this repository. */
function compareWithVendors() {
  if (process.env.VENDOR_SPECS)
    return runCheck("The comparison with the vendors' descriptions", ['tools/vendor-specs.mjs']);
  const note = "Skipped: VENDOR_SPECS names no folder with the vendors' descriptions.";
  return { passed: 0, failed: 0, skipped: 1, notes: [note] };
}

/**
 * @param isAlone whether somebody waits for these suites, and wants to see what they print
 * @param beside what has to run beside the suites: a script of tools/containers, and its words
 */
function runJest(args, { isAlone = false, beside = [], env = {} } = {}) {
  const outputFile = path.join(ROOT, '.data', 'test-results', `${process.pid}.json`);
  mkdirSync(path.dirname(outputFile), { recursive: true });
  // What a failed suite left running must not keep the report of a lane back.
  const options = [...(isAlone ? [] : ['--forceExit']), '--json', `--outputFile=${outputFile}`];
  const jest = [process.execPath, jestProgram(), ...options, ...args];
  const [program, ...rest] = beside.length > 0 ? [process.execPath, ...beside, ...jest] : jest;
  const { status } = spawnSync(program, rest, {
    cwd: ROOT,
    stdio: ['inherit', isAlone ? 'inherit' : 'ignore', 'inherit'],
    env: { ...process.env, ...(isAlone ? {} : OWN_POSTGRES), ...env },
  });
  const results = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : undefined;
  rmSync(outputFile, { force: true });
  // The program beside it is not there, and has said why: the suites count their tests as skipped.
  if (results === undefined && status === 0 && beside.length > 0) return runJest(args);
  return summarize(results, status, isAlone ? args : []);
}

function jestProgram() {
  return path.join(ROOT, 'node_modules/jest/bin/jest.js');
}

/** The last line is read by machines: exactly this form. */
function finish({ passed, failed, skipped, notes }) {
  for (const note of notes) console.log(note);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
