import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { programSize } from './program-size';

/** Longer patterns are rejected: the cost of a match grows with the pattern's length. */
export const PATTERN_LENGTH_MAX = 1000;

/** Larger programs are rejected: the cost of compiling and of a match grows with the instructions. */
export const PROGRAM_SIZE_MAX = 2000;

/** Longer texts are not searched: the cost of a match grows linearly with the text, for every rule. */
export const SEARCHED_LENGTH_MAX = 20_000;

/** Thrown if a pattern cannot be used. The message has the reason, for the rule's author. */
export class InvalidPatternError extends Error {
  override readonly name = 'InvalidPatternError';
}

/** A text that is too long to search, so that the rule fails on this transaction. */
export class TextTooLongError extends Error {
  override readonly name = 'TextTooLongError';
}

/**
 * Compiles a pattern for RE2, whose matches take time linear in the text and in the program. The program's size is
 * checked twice: as an estimate before compiling, because compiling alone could take minutes, and exactly after it.
 * @throws InvalidPatternError
 */
export function compilePattern(pattern: string, options: { ignoreCase: boolean }): RE2JS {
  if (pattern.length > PATTERN_LENGTH_MAX) {
    throw new InvalidPatternError(`the pattern is longer than ${PATTERN_LENGTH_MAX} characters`);
  }
  if (programSize(pattern) > PROGRAM_SIZE_MAX) throw tooLarge();
  const compiled = compile(pattern, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (compiled.programSize() > PROGRAM_SIZE_MAX) throw tooLarge();
  return compiled;
}

function compile(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read';
    throw new InvalidPatternError(`the pattern is not valid: ${reason}`, { cause });
  }
}

function tooLarge(): InvalidPatternError {
  return new InvalidPatternError(
    `the pattern repeats too much: written out it has more than ${PROGRAM_SIZE_MAX} instructions`,
  );
}

/**
 * Returns whether the pattern matches anywhere in the text.
 * @throws TextTooLongError
 */
export function found(pattern: RE2JS, text: string): boolean {
  return pattern.test(searchable(text));
}

/**
 * Returns the text if it is short enough to search.
 * @throws TextTooLongError
 */
export function searchable(text: string): string {
  if (text.length <= SEARCHED_LENGTH_MAX) return text;
  throw new TextTooLongError(
    `the text is longer than the ${SEARCHED_LENGTH_MAX} characters that regular expressions search`,
  );
}

const templatePatterns = new LRUCache<string, RE2JS>({ max: 200 });

/** Compiles a pattern of a template, which is known only when the template runs; uses a cache. */
export function cachedPattern(pattern: string): RE2JS {
  let compiled = templatePatterns.get(pattern);
  if (!compiled) templatePatterns.set(pattern, (compiled = compilePattern(pattern, { ignoreCase: false })));
  return compiled;
}
