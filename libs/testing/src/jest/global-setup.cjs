/**
 * Jest's main process serves real Postgres and Kafka to the suites. Each is started when the first suite requests it,
 * and all workers share it, so a run of unit tests starts neither. The PostgreSQL of a run by hand stays for the next
 * run.
 */
const path = require('node:path');

module.exports = async () => {
  // Jest's own transformer compiles this file when it is loaded.
  const { openTestResources } = require('./test-resources.ts');
  const root = path.resolve(__dirname, '../../../..');
  const resources = await openTestResources({ root, isShared: isByHand() });
  Object.assign(process.env, resources.environment);
  globalThis.__tributaryTestResources = resources;
};

/** Returns whether a developer started the run. Runs of a lane, of CI or inside of a suite leave no process behind. */
function isByHand() {
  const { CI, TEST_POSTGRES, JEST_WORKER_ID } = process.env;
  return !CI && TEST_POSTGRES !== 'own' && JEST_WORKER_ID === undefined;
}
