/** Begins a JSON text in a sequence of them (RFC 7464), where it is escaped: no JSON text has one inside. */
const SEPARATOR = '\u001e';

/**
 * Texts as one parameter of a statement: as members of an array the driver would escape every quote. None may be empty or
 * have control characters, as JSON never is and has.
 */
export function toTextSequence(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/** The SQL that reads such a parameter, by its number, as an array of texts. */
export function textSequence(parameter: number): string {
  return `string_to_array($${parameter}, E'\\x1e')`;
}

/** Numbers or truth values as an array's literal: the driver would quote each, and look for quotes in it. */
export function toArrayLiteral(values: readonly (number | boolean)[]): string {
  return `{${values.join(',')}}`;
}
