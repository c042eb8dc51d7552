import { excessOf, JsonLimits } from '@tributary/outbound';

/** Members of one object; a database has hundreds of properties. */
const MEMBERS_MAX = 10_000;
const DEPTH_MAX = 64;
const TOKEN_BYTES_MAX = 1024 * 1024;

/** Limits of a response; values are members and elements. */
interface AnswerLimits extends JsonLimits {
  readonly bytes: number;
}

/**
 * A budget's transactions, or a sheet of several hundred thousand rows. A larger response would use too much memory.
 */
export const LARGE_ANSWER: AnswerLimits = {
  bytes: 128 * 1024 * 1024,
  values: 16_000_000,
  members: MEMBERS_MAX,
  depth: DEPTH_MAX,
  tokenBytes: TOKEN_BYTES_MAX,
};

/** A response of a hundred pages. */
export const PAGE_ANSWER: AnswerLimits = {
  bytes: 16 * 1024 * 1024,
  values: 1_000_000,
  members: MEMBERS_MAX,
  depth: DEPTH_MAX,
  tokenBytes: TOKEN_BYTES_MAX,
};

/** A response with tokens and their user. */
export const TOKEN_ANSWER: AnswerLimits = {
  bytes: 64 * 1024,
  values: 1000,
  members: 1000,
  depth: 16,
  tokenBytes: 64 * 1024,
};

/** The reason for which a response was too large, for the user; null if its size was not the cause. */
export function excessiveAnswer(of: string, error: unknown, { bytes }: AnswerLimits): string | null {
  const excess = excessOf(error, bytes);
  return excess === null ? null : `The answer of ${of} ${excess}.`;
}

/**
 * Characters of a response's text that become a reason; redacting more would be wasted, because the reason is
 * shortened.
 */
const QUOTED_CHARS_MAX = 2000;

/** Returns the beginning of a destination's text, before it is redacted and shortened. */
export function quoted(text: string): string {
  return text.slice(0, QUOTED_CHARS_MAX);
}
