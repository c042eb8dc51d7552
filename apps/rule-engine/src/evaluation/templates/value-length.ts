import { RULE_VALUE_LENGTH_MAX } from '@tributary/contracts';

/** The most characters of a value that an action sets, as a literal or rendered from a template. */
export const VALUE_LENGTH_MAX = RULE_VALUE_LENGTH_MAX;

/** A rendering that exceeds the longest value, so that the rule fails on this transaction. */
export class ValueTooLongError extends Error {
  override readonly name = 'ValueTooLongError';

  constructor() {
    super(`it gives more than ${VALUE_LENGTH_MAX} characters`);
  }
}
