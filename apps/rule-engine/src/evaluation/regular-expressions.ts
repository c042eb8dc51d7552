import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Longer patterns are refused: the cost of a match grows with the pattern's length. */
export const PATTERN_LENGTH_MAX = 1000;

/** A pattern that cannot be used; says what is wrong with it, for the rule's author. */
export class InvalidPatternError extends Error {
  override readonly name = 'InvalidPatternError';
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

const templatePatterns = new LRUCache<string, RE2JS>({ max: 200 });

/** The same for a pattern inside a template, which is known only when the template runs. */
export function cachedPattern(pattern: string): RE2JS {
  let compiled = templatePatterns.get(pattern);
  if (!compiled) templatePatterns.set(pattern, (compiled = compilePattern(pattern, { ignoreCase: false })));
  return compiled;
}
