/**
 * Jest runs a suite with `@jest-environment node` in a realm of its own, where an error of Node's core (a broken connection, a missing file) is no
 * `instanceof Error`. The product runs in one realm. Without this, tests would see answers that it never gives.
 */
const { types } = require('node:util');
const { runInThisContext } = require('node:vm');

const isInstance = Function.prototype[Symbol.hasInstance];
if (runInThisContext('Error') !== Error) {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(value) {
      return isInstance.call(this, value) || (this === Error && types.isNativeError(value));
    },
  });
}
