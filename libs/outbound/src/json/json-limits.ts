/** Limits on the JSON of a response, whatever its size in bytes: `1,` is two bytes, and much more as a value. */
export interface JsonLimits {
  /** Maximum number of members and list elements in the whole response. */
  readonly values: number;
  /** Maximum number of members of an object: names cost more than elements. */
  readonly members: number;
  /** Maximum nesting of values. */
  readonly depth: number;
  /** Length of one text, name or number. */
  readonly tokenBytes: number;
}

/** The JSON of a response exceeds a limit. The message is the end of a sentence that begins with the response. */
export class JsonBeyondLimits extends Error {
  override readonly name = 'JsonBeyondLimits';

  constructor(
    readonly limit: keyof JsonLimits,
    max: number,
  ) {
    super(MESSAGES[limit](max.toLocaleString('en-US')));
  }
}

const MESSAGES: Readonly<Record<keyof JsonLimits, (max: string) => string>> = {
  values: (max) => `has more than ${max} values`,
  members: (max) => `has an object of more than ${max} members`,
  depth: (max) => `has values within each other deeper than ${max}`,
  tokenBytes: (max) => `has a text or number of more than ${max} bytes`,
};
