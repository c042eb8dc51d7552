/**
 * Jest runs a suite with `@jest-environment node` in a separate realm, in which an error of Node's core (a broken
 * connection, a missing file) is not `instanceof Error`. The product runs in one realm. This file makes such errors
 * `instanceof Error`, so that tests see the product's behaviour.
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
