import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildIfStale, TESTS } from './build.mjs';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';

/**
 * `npm run test:console`: keeps the system of the console's suites running until Ctrl-C, and starts it again when a
 * source has changed. Suites that run meanwhile use it, and so begin at once.
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
for (const folder of ['apps', 'libs']) watch(path.join(ROOT, folder), { recursive: true }, changed);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => shareConsole(ROOT, null));

async function start() {
  const build = buildOf(ROOT);
  const { address, stop } = await forkConsole(ROOT);
  shareConsole(ROOT, address);
  console.log('The console’s suites have their system: npx jest apps/console/test/accounts.e2e');
  return { build, stop };
}

/** Editors write a file in several steps. */
const QUIET_MS = 100;
let later;
let restarting = Promise.resolve();

function changed() {
  clearTimeout(later);
  later = setTimeout(() => (restarting = restarting.then(restart)), QUIET_MS);
}

async function restart() {
  try {
    await buildIfStale(TESTS);
    if (running.build === buildOf(ROOT)) return;
    shareConsole(ROOT, null);
    await running.stop();
    running = await start();
  } catch (error) {
    console.error(error.message); // the next change may mend it
  }
}
