/** What the JSON of an answer may become, whatever its size in bytes: `1,` is two bytes, and much more as a value. */
export interface JsonLimits {
  /** Members of objects and elements of lists, of the whole answer. */
  readonly values: number;
  /** Of one object: names cost more than elements. */
  readonly members: number;
  /** Values within each other. */
  readonly depth: number;
  /** Of one text, name or number. */
  readonly tokenBytes: number;
}

/** The JSON of an answer goes beyond a limit. The message ends a sentence that begins with whose answer it is. */
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
