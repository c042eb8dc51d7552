import { charactersOf, isLongerThan } from '@tributary/contracts';

/** Minimum and maximum of a length; absent: none. */
interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** The lengths that a member's JSON Schema names. */
export interface DocumentedBounds {
  readonly characters: Range;
  readonly elements: Range;
  readonly charactersOfEach: Range;
}

export function boundsOf(schema: Readonly<Record<string, unknown>>): DocumentedBounds {
  const items = (schema['items'] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    characters: range(schema['minLength'], schema['maxLength']),
    elements: range(schema['minItems'], schema['maxItems']),
    charactersOfEach: range(items['minLength'], items['maxLength']),
  };
}

export function isBounded(bounds: DocumentedBounds): boolean {
  return Object.values(bounds).some(({ min, max }: Range) => min !== undefined || max !== undefined);
}

/**
 * Returns the error about the value's length, as the end of a sentence that begins with "The"; null if there is none.
 */
export function breachOf(
  { characters, elements, charactersOfEach }: DocumentedBounds,
  value: unknown,
  property = 'value',
): string | null {
  if (typeof value === 'string') {
    return isTextWithin(value, characters)
      ? null
      : `${property} must have ${counted(characters, 'characters')}`;
  }
  if (!Array.isArray(value)) return null;
  const { min = 0, max = Infinity } = elements;
  if (value.length < min || value.length > max)
    return `${property} must have ${counted(elements, 'elements')}`;
  const fits = value.every((one) => typeof one !== 'string' || isTextWithin(one, charactersOfEach));
  return fits ? null : `each of ${property} must have ${counted(charactersOfEach, 'characters')}`;
}

function isTextWithin(text: string, { min = 0, max = Infinity }: Range): boolean {
  if (max !== Infinity && isLongerThan(text, max)) return false;
  return text.length >= 2 * min || charactersOf(text) >= min;
}

function range(min: unknown, max: unknown): Range {
  return {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
  };
}

/** `1 to 100 characters`, `at most 100 characters`, `at least 1 characters`. */
function counted({ min, max }: Range, noun: string): string {
  if (max === undefined) return `at least ${min ?? 0} ${noun}`;
  return min === undefined ? `at most ${max} ${noun}` : `${min} to ${max} ${noun}`;
}
