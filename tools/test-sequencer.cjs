const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');

/** Seconds of the longest suites on two cores, of which their files say nothing. */
const SECONDS = {
  'apps/all-in-one/test/faults/forms/home.e2e.test.ts': 330,
  'apps/all-in-one/test/faults/crashed-work.e2e.test.ts': 175,
  'apps/all-in-one/test/faults/forms/services.e2e.test.ts': 170,
  'apps/all-in-one/test/real-cases/real-cases.e2e.test.ts': 120,
  'apps/all-in-one/test/backup/backup.e2e.test.ts': 115,
  'apps/console/test/screens.e2e.test.ts': 105,
  'libs/service/test/conformance/kafka.int.test.ts': 80,
  'apps/transfer-engine/test/transfers/dispatch/crashed-work.int.test.ts': 75,
  'apps/console/test/destinations.e2e.test.ts': 80,
  'apps/transfer-engine/test/destinations/budgetb/budgetb.conformance.int.test.ts': 34,
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
