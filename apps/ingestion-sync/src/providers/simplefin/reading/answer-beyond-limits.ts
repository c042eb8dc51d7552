/** The limits of a response, by which refusals are counted. */
export type ExceededLimit =
  'bytes' | 'values' | 'depth' | 'token' | 'other' | 'accounts' | 'rows' | 'time' | 'memory';

/** A response that exceeds a limit. The message is a sentence for the user without the server's text. */
export class AnswerBeyondLimits extends Error {
  override readonly name = 'AnswerBeyondLimits';

  constructor(
    readonly limit: ExceededLimit,
    message: string,
  ) {
    super(message);
  }
}

/** A response that is not JSON of the protocol's form. */
export class AnswerUnreadable extends Error {
  override readonly name = 'AnswerUnreadable';
}

/** A number as sentences have it: `3,000,000`. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}
