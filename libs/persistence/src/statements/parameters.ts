/** Separator before each JSON text of a sequence (RFC 7464). JSON texts escape this character, so none contains it. */
const SEPARATOR = '\u001e';

/**
 * Joins texts into one parameter of a statement: as members of an array the driver would escape every quote. No text
 * may be empty or have control characters, and JSON never is or has.
 */
export function toTextSequence(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/** The SQL that reads such a parameter, by its number, as an array of texts. */
export function textSequence(parameter: number): string {
  return `string_to_array($${parameter}, E'\\x1e')`;
}

/** Writes numbers or truth values as an array's literal: the driver would quote each, and search it for quotes. */
export function toArrayLiteral(values: readonly (number | boolean)[]): string {
  return `{${values.join(',')}}`;
}
