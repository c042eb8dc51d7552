/**
 * One Jest for the whole workspace. Test files say by their suffix what they need:
 * `.unit` nothing, `.int` Postgres (and Kafka where the name says so), `.e2e` whole services.
 */
const libs = ['contracts', 'http', 'messaging', 'money', 'persistence', 'secrets', 'service', 'testing'];
const apps = [
  'api-gateway',
  'ingestion-sync',
  'rule-engine',
  'transfer-engine',
  'webhook-dispatcher',
  'sandbox',
];
const alias = (kind) => (name) => [`^@tributary/${name}$`, `<rootDir>/${kind}/${name}/src/index.ts`];

module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/bench'],
  testMatch: ['**/*.(unit|int|e2e).test.ts'],
  // Nest 12 ships ES modules only: Jest's CommonJS runtime needs them compiled.
  transform: { '^.+\\.(t|j|mj)s$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  moduleNameMapper: Object.fromEntries([...libs.map(alias('libs')), ...apps.map(alias('apps'))]),
  globalSetup: '<rootDir>/libs/testing/src/global-setup.cjs',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.cjs',
  testTimeout: 30000,
  maxWorkers: 2,
};
