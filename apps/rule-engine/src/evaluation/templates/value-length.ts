import { RULE_VALUE_LENGTH_MAX } from '@tributary/contracts';

/** Characters of a value that an action sets, as a literal or as its template renders it. */
export const VALUE_LENGTH_MAX = RULE_VALUE_LENGTH_MAX;

/** A rendering grew beyond any value; the rule fails on this transaction. */
export class ValueTooLongError extends Error {
  override readonly name = 'ValueTooLongError';

  constructor() {
    super(`it gives more than ${VALUE_LENGTH_MAX} characters`);
  }
}
