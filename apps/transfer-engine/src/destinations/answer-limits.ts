import { excessOf, JsonLimits } from '@tributary/outbound';

/** A database has hundreds of properties. */
const MEMBERS_MAX = 10_000;
const DEPTH_MAX = 64;
const TOKEN_BYTES_MAX = 1024 * 1024;

/** What an answer may have; values are members and elements. */
interface AnswerLimits extends JsonLimits {
  readonly bytes: number;
}

/** A budget's list of transactions, or a sheet of some hundred thousand rows; beyond this it is not worth a process's memory. */
export const LARGE_ANSWER: AnswerLimits = {
  bytes: 128 * 1024 * 1024,
  values: 16_000_000,
  members: MEMBERS_MAX,
  depth: DEPTH_MAX,
  tokenBytes: TOKEN_BYTES_MAX,
};

/** A hundred pages. */
export const PAGE_ANSWER: AnswerLimits = {
  bytes: 16 * 1024 * 1024,
  values: 1_000_000,
  members: MEMBERS_MAX,
  depth: DEPTH_MAX,
  tokenBytes: TOKEN_BYTES_MAX,
};

/** Tokens, and who they are for. */
export const TOKEN_ANSWER: AnswerLimits = {
  bytes: 64 * 1024,
  values: 1000,
  members: 1000,
  depth: 16,
  tokenBytes: 64 * 1024,
};

/** Why an answer was not read, for the user; null where it is not for its size. */
export function excessiveAnswer(of: string, error: unknown, { bytes }: AnswerLimits): string | null {
  const excess = excessOf(error, bytes);
  return excess === null ? null : `The answer of ${of} ${excess}.`;
}

/** Of a text that comes from an answer and becomes a reason: the rest would be redacted for nothing. */
const QUOTED_CHARS_MAX = 2000;

/** The beginning of what a destination says, before it is redacted and shortened. */
export function quoted(text: string): string {
  return text.slice(0, QUOTED_CHARS_MAX);
}
