/**
 * Jest's main process serves the suites' real Postgres and Kafka: each is started when the first suite asks for it,
 * and all workers share it. What a run of unit tests does not need, it does not start. The PostgreSQL of a run by hand
 * stays for the next one.
 */
const path = require('node:path');

module.exports = async () => {
  // Compiled on the way in by Jest's own transformer.
  const { openTestResources } = require('./test-resources.ts');
  const root = path.resolve(__dirname, '../../../..');
  const resources = await openTestResources({ root, isKept: isByHand() });
  Object.assign(process.env, resources.environment);
  globalThis.__tributaryTestResources = resources;
};

/** A lane, CI, and a run that a suite has started leave nothing behind. */
function isByHand() {
  const { CI, TEST_POSTGRES, JEST_WORKER_ID } = process.env;
  return !CI && TEST_POSTGRES !== 'own' && JEST_WORKER_ID === undefined;
}
