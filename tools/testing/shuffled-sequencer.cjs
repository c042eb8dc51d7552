const { createHash } = require('node:crypto');
const MeasuredThenLongestFirst = require('../test-sequencer.cjs');

/** Suites in an order that depends on ORDER_SEED alone. Those that measure what work costs stay first. */
module.exports = class Shuffled extends MeasuredThenLongestFirst {
  sort(tests) {
    const placed = [...tests].map((test) => ({
      test,
      place: placeOf(`${process.env.ORDER_SEED} ${test.path}`),
    }));
    const shuffled = placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ test }) => test);
    return this.measuringFirst(shuffled);
  }
};

function placeOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
