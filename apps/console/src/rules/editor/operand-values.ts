/** The values of a list: commas separate them, `\,` is a literal comma. */
export function listOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  return text
    .split(/(?<!\\),/)
    .map((value) => value.trim().replaceAll('\\,', ','))
    .filter((value) => value !== '');
}

/** The list as a condition carries it. */
export function textOfList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '\\,')).join(',');
}

/** The ends of a range; empty where they are missing. */
export function rangeOf(text: string | null): readonly [from: string, to: string] {
  const [from = '', to = ''] = (text ?? '').split(',');
  return [from.trim(), to.trim()];
}
