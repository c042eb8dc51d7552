/**
 * One Jest for the whole workspace. Test files say by their suffix what they need:
 * `.unit` nothing, `.int` Postgres (and Kafka where the name says so), `.e2e` whole services.
 */
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

/** `@tributary/<name>` is the source of the package in folder <name>, not its build. */
const packages = ['apps', 'libs'].flatMap((kind) =>
  readdirSync(path.join(__dirname, kind)).map((name) => [name, `${kind}/${name}`]),
);
const alias = ([name, folder]) => [`^@tributary/${name}$`, `<rootDir>/${folder}/src/index.ts`];
const roots = ['apps', 'libs', 'tools', 'bench'].filter((folder) => existsSync(path.join(__dirname, folder)));

module.exports = {
  // Modules are loaded once for each worker, by Node itself; a suite that begins with `@jest-environment node` has its own.
  runner: '<rootDir>/tools/jest/runner.cjs',
  runtime: '<rootDir>/tools/jest/runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest/environment.cjs',
  roots: roots.map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.(unit|int|e2e).test.ts'],
  // Nest 12, jose, oidc-provider and others ship ES modules only, or import such: Jest's CommonJS runtime needs them compiled.
  transform: { '^.+\\.(t|j|mj)s$': '@swc/jest' },
  transformIgnorePatterns: [
    '/node_modules/(?!@nestjs/|jose/|oidc-provider/|openid-client/|leven/|entities/|oauth4webapi/|@fastify/cookie/|cookie/|(?:.*/)?content-disposition/)',
  ],
  moduleNameMapper: {
    ...Object.fromEntries(packages.map(alias)),
    '^@tributary/testing/services$': '<rootDir>/libs/testing/src/services/index.ts',
  },
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.cjs',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.cjs',
  setupFiles: [
    '<rootDir>/libs/testing/src/jest/plain-console.cjs',
    '<rootDir>/libs/testing/src/jest/native-errors.cjs',
  ],
  reporters: ['default', '<rootDir>/tools/jest/stale-documents.cjs'],
  // `npm run test:hermetic` plays them in another order.
  testSequencer: process.env.TEST_SEQUENCER ?? '<rootDir>/tools/test-sequencer.cjs',
  // Bounds a failing test only: a busy machine takes long to start what a test needs.
  testTimeout: 120_000,
  maxWorkers: 2,
  // Each suite leaves some of its modules behind; a worker that has run a hundred spends its time on collecting them.
  workerIdleMemoryLimit: '1500MB',
};
