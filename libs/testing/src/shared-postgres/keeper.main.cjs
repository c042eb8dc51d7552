/**
 * Runs the PostgreSQL that the test runs of this checkout share. It starts from the sources, because a test by hand
 * builds nothing.
 */
const Module = require('node:module');
const path = require('node:path');
const { transformFileSync } = require('@swc/core');

const cwd = path.resolve(__dirname, '../../../..');
Module._extensions['.ts'] = (module, filename) =>
  module._compile(transformFileSync(filename, { cwd, sourceMaps: 'inline' }).code, filename);

const { keepPostgres, IN_USE } = require('./keeper.ts');
const { EmbeddedPostgresError } = require('../../../persistence/src/embedded-postgres/embedded-postgres.ts');

keepPostgres(JSON.parse(process.argv[2])).catch((error) => {
  const isInUse = error instanceof EmbeddedPostgresError && error.reason === 'data-directory-in-use';
  console.error(error);
  process.exit(isInUse ? IN_USE : 1);
});
