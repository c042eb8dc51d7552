/** The values of a comma-separated list; `\,` is a comma that belongs to a value, `\\` a backslash. */
export function separatedValues(text: string): string[] {
  const values = [''];
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charAt(place);
    const next = text.charAt(place + 1);
    if (character === ',') values.push('');
    else if (character === '\\' && (next === ',' || next === '\\')) {
      values[values.length - 1] += next;
      place += 1;
    } else values[values.length - 1] += character;
  }
  return values.map((value) => value.trim());
}
