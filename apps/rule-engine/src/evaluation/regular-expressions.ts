import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Longer patterns are refused: the cost of a match grows with the pattern's length. */
export const PATTERN_LENGTH_MAX = 1000;

/** Longer texts are not searched: the cost of a match grows with the text too, linearly but for every rule. */
export const SEARCHED_LENGTH_MAX = 20_000;

/** A pattern that cannot be used; says what is wrong with it, for the rule's author. */
export class InvalidPatternError extends Error {
  override readonly name = 'InvalidPatternError';
}

/** A text that is too long to be searched; the rule fails on this transaction. */
export class TextTooLongError extends Error {
  override readonly name = 'TextTooLongError';
}

/**
 * Compiles a pattern for RE2, which matches in time linear in the text: no pattern of a user can hang us.
 * @throws InvalidPatternError
 */
export function compilePattern(pattern: string, options: { ignoreCase: boolean }): RE2JS {
  if (pattern.length > PATTERN_LENGTH_MAX) {
    throw new InvalidPatternError(`the pattern is longer than ${PATTERN_LENGTH_MAX} characters`);
  }
  try {
    return RE2JS.compile(pattern, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read';
    throw new InvalidPatternError(`the pattern is not valid: ${reason}`, { cause });
  }
}

/** Whether the pattern is found anywhere in the text. @throws TextTooLongError */
export function found(pattern: RE2JS, text: string): boolean {
  return pattern.test(searchable(text));
}

/** The text, where it is short enough to be searched. @throws TextTooLongError */
export function searchable(text: string): string {
  if (text.length <= SEARCHED_LENGTH_MAX) return text;
  throw new TextTooLongError(
    `the text is longer than the ${SEARCHED_LENGTH_MAX} characters that regular expressions search`,
  );
}

const templatePatterns = new LRUCache<string, RE2JS>({ max: 200 });

/** The same for a pattern inside a template, which is known only when the template runs. */
export function cachedPattern(pattern: string): RE2JS {
  let compiled = templatePatterns.get(pattern);
  if (!compiled) templatePatterns.set(pattern, (compiled = compilePattern(pattern, { ignoreCase: false })));
  return compiled;
}
