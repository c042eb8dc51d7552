const { default: TestRunner } = require('jest-runner');
const buildWhatTheyStart = require('./builds.cjs');

/**
 * Jest's runner, which never plays suites in its own process: they would share it with PostgreSQL's desk, and in
 * `--watch` with modules as they were before the change.
 */
module.exports = class ProcessRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    await buildWhatTheyStart(tests);
    const maxWorkers = Math.min(this._globalConfig.maxWorkers, tests.length);
    this._globalConfig = { ...this._globalConfig, maxWorkers };
    return super.runTests(tests, watcher, { ...options, serial: this._globalConfig.detectOpenHandles });
  }
};
