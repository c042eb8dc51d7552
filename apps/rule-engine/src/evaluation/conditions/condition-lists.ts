/** Splits a list at its commas; `\,` is a literal comma, and blanks around an item are removed. */
export function listOf(value: string): string[] {
  return value
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter((one) => one !== '');
}

/** The id of a category as rules and documents write it. */
export const CATEGORY_ID = /^[1-9][0-9]{0,15}$/;
