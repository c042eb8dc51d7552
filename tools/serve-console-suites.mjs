import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildIfStale, TESTS } from './build.mjs';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';

/**
 * `npm run test:console`: runs the system that the console's suites test, until Ctrl-C or SIGTERM, and restarts it with
 * a new build when a source file changes. Suites that start meanwhile use this system and do not wait for their own.
 * The child process with the system ends when its connection to this process closes.
 */
checkNode();
installWhatIsMissing();
await buildIfStale(TESTS);
const load = createRequire(path.join(ROOT, 'dist-test/'));
const { buildOf, forkConsole, shareConsole } = load('./libs/testing/src/jest/console-process.js');
const { openTestResources } = load('./libs/testing/src/jest/test-resources.js');

const resources = await openTestResources({ root: ROOT });
Object.assign(process.env, resources.environment);
let running = await start();
for (const folder of ['apps', 'libs']) watch(path.join(ROOT, folder), { recursive: true }, scheduleRestart);
// A null address removes the file with which suites find the system. `openTestResources` stops PostgreSQL and Kafka on
// the same signals, and then ends this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => shareConsole(ROOT, null));

async function start() {
  const build = buildOf(ROOT);
  const { address, stop } = await forkConsole(ROOT);
  shareConsole(ROOT, address);
  console.log('The system is ready. Run a suite with: npx jest apps/console/test/accounts.e2e');
  return { build, stop };
}

/** Time without a change after which the system restarts, because editors write a file in several steps. */
const QUIET_MS = 100;
let restartTimer;
let restarting = Promise.resolve();

function scheduleRestart() {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(() => (restarting = restarting.then(restart)), QUIET_MS);
}

async function restart() {
  try {
    await buildIfStale(TESTS);
    if (running.build === buildOf(ROOT)) return;
    shareConsole(ROOT, null); // suites that start now run a system of their own
    await running.stop();
    running = await start();
  } catch (error) {
    console.error(error.message); // a file that does not compile; the next change restarts again
  }
}
