/**
 * The search of an address. Texts are written as they are, so an account is `?account=7`. What a screen's own check of
 * its search expects, it converts: digits arrive as a number, whether the screen wrote a number or a text of digits.
 * Objects are written as JSON, and so are texts that would be read as JSON.
 */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) written.set(name, valueText(value));
  }
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}

/** The values of an address. Addresses of older versions, which quoted digits (`%227%22`), are read too. */
export function searchValues(text: string): Record<string, unknown> {
  const entries = [...new URLSearchParams(text)];
  return Object.fromEntries(entries.map(([name, value]) => [name, valueOf(value)]));
}

function valueText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return jsonOf(value) === undefined ? value : JSON.stringify(value);
}

/** A number only where it is written in no other way: `007` and `1.50` stay the texts they are. */
function valueOf(text: string): unknown {
  const number = Number(text);
  if (text !== '' && String(number) === text && Number.isFinite(number)) return number;
  return jsonOf(text) ?? text;
}

/** Parses a text that begins like an object, a list or a quoted text of JSON. */
function jsonOf(text: string): unknown {
  if (!/^["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
