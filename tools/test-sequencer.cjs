const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');

/** Seconds of the longest suites on two cores. */
const SECONDS = {
  'apps/transfer-engine/test/destinations/budgetb/budgetb.conformance.int.test.ts': 193,
  'apps/transfer-engine/test/destinations/budgetb/budgetb.int.test.ts': 138,
  'libs/service/test/conformance/start-failures.int.test.ts': 36,
  'apps/api-gateway/test/contract/bad-input.int.test.ts': 35,
  'apps/ingestion-sync/test/sync/hostile-bank.int.test.ts': 33,
  'apps/transfer-engine/test/destinations/sheets/sheets.conformance.int.test.ts': 33,
  'apps/transfer-engine/test/destinations/budgeta/budgeta.conformance.int.test.ts': 32,
  'apps/ingestion-sync/test/providers/provider-c/provider-c.int.test.ts': 30,
  'apps/ingestion-sync/test/connections/connection-lifecycle.int.test.ts': 27,
};

/** What suites call to learn what work costs. */
const MEASURES = /\b(growthOf|leastCostOf)\(/;

/**
 * What work costs is measured while its worker is new: others leave modules and rows in it, and collecting garbage would
 * take as long as they are many.
 *
 * Jest starts the longest of the others first where it knows their times from an earlier run. In a new clone it goes by the size
 * of the files, and would begin a suite of minutes, whose file has five lines, when all others have ended.
 */
module.exports = class MeasuredThenLongestFirst extends TestSequencer {
  sort(tests) {
    return this.measuringFirst(super.sort(tests));
  }

  measuringFirst(tests) {
    const measuring = tests.filter(({ path: file }) => MEASURES.test(readFileSync(file, 'utf8')));
    return [...measuring, ...tests.filter((test) => !measuring.includes(test))];
  }

  time(test) {
    const measured = super.time(test);
    if (measured !== undefined) return measured;
    const file = path.relative(test.context.config.rootDir, test.path).replaceAll(path.sep, '/');
    // Of the others, a byte counts as a millisecond.
    return file in SECONDS ? SECONDS[file] * 1000 : statSync(test.path).size;
  }
};
