const { createHash } = require('node:crypto');
const { default: TestSequencer } = require('@jest/test-sequencer');

/** Suites in an order that depends on the run's seed alone; `--seed` plays the order of another run again. */
module.exports = class Shuffled extends TestSequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.seed;
  }

  sort(tests) {
    const placed = [...tests].map((test) => ({ test, place: placeOf(`${this.seed} ${test.path}`) }));
    return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ test }) => test);
  }
};

function placeOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
