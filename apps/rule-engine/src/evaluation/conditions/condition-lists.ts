/** Values that commas separate; `\,` is a literal comma, blanks around a value do not count. */
export function listOf(value: string): string[] {
  return value
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter((one) => one !== '');
}
