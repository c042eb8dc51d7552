/**
 * Jest's main process serves the suites' real Postgres and Kafka: each is started when the first suite asks for it,
 * and all workers share it. What a run of unit tests does not need, it does not start.
 */
const path = require('node:path');

module.exports = async () => {
  // Compiled on the way in by Jest's own transformer.
  const { openTestResources } = require('./test-resources.ts');
  const root = path.resolve(__dirname, '../../..');
  const resources = await openTestResources({ root });
  Object.assign(process.env, resources.environment);
  globalThis.__tributaryTestResources = resources;
};
