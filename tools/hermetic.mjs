import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';

const SEED = '--seed=';
const LANE = '--lane=test';
const HELP = `npm run test:hermetic                               the unit tests, once in each of these surroundings:
  zone    Auckland's time zone, in German
  order   suites shuffled; --seed=N plays the order of another run again
  clock   it is 31 December, 23:50, for Node and for PostgreSQL (Debian: apt-get install faketime)
npm run test:hermetic -- clock                      one of them
npm run test:hermetic -- --lane=test                all that npm test plays
npm run test:hermetic -- zone order libs/jobs       other suites; further words and flags are Jest's`;

const given = process.argv.slice(2);
if (given.some((word) => ['--help', '-h'].includes(word))) {
  console.log(HELP);
  process.exit();
}

/** What no result may depend on. */
const SURROUNDINGS = {
  zone: () => ({ TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }),
  order: () => ({
    TEST_SEQUENCER: path.join(ROOT, 'tools/testing/shuffled-sequencer.cjs'),
    ORDER_SEED: given.find((word) => word.startsWith(SEED))?.slice(SEED.length) ?? `${randomInt(1_000_000)}`,
  }),
  clock: () => atTheEndOfTheYear(),
};

checkNode();
installWhatIsMissing();
const chosen = Object.keys(SURROUNDINGS).filter((name) => given.includes(name));
const words = given.filter((word) => !chosen.includes(word) && !word.startsWith(SEED));
if (words.includes(LANE) && words.length > 1) {
  const others = words.filter((word) => word !== LANE).join(' ');
  console.error(`A lane is played as a whole: without ${LANE}, or without ${others}.`);
  process.exit(1);
}
const names = chosen.length > 0 ? chosen : Object.keys(SURROUNDINGS);
const failed = names.filter((name) => !holds(name));
console.log(
  failed.length === 0 ? `The same in each: ${names.join(', ')}.` : `Not the same: ${failed.join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function holds(name) {
  const environment = SURROUNDINGS[name]();
  console.log(`\n${name}: ${JSON.stringify(environment)}`);
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const suites = [jest, ...(words.length > 0 ? words : ['\\.unit\\.test\\.ts$'])];
  const program = words.includes(LANE) ? [path.join(ROOT, 'tools/test.mjs'), LANE] : suites;
  const { status } = spawnSync(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, TEST_POSTGRES: 'own', ...environment },
    stdio: 'inherit',
  });
  return status === 0;
}

/**
 * Ten minutes before the year ends: a run sees the old year, its end, and the new one. An offset, not a moment, so that all
 * processes agree. Waiting goes by the monotonic clock, which stays as it is.
 */
function atTheEndOfTheYear() {
  const now = new Date();
  const eve = Date.UTC(now.getUTCFullYear(), 11, 31, 23, 50);
  const offset = Math.round((eve - now.getTime()) / 1000);
  return {
    LD_PRELOAD: faketimeLibrary(),
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

function faketimeLibrary() {
  const roots = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter((root) => existsSync(root));
  const folders = roots.flatMap((root) => [root, ...readdirSync(root).map((name) => path.join(root, name))]);
  const found = folders
    .map((folder) => path.join(folder, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file));
  if (found !== undefined) return found;
  console.error('libfaketime is needed to set the clock: on Debian, apt-get install faketime.');
  process.exit(1);
}
