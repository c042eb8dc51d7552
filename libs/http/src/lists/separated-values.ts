/** The values of a comma-separated list; `\,` is a comma that belongs to a value, `\\` a backslash. */
export function separatedValues(text: string): string[] {
  const values = [''];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === ',') values.push('');
    else if (character === '\\' && (next === ',' || next === '\\')) {
      values[values.length - 1] += next;
      index += 1;
    } else values[values.length - 1] += character;
  }
  return values.map((value) => value.trim());
}
