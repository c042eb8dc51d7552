import { DumpedRow } from './database-text';

/** The location and the form of a found text; never the text itself. */
export interface Finding {
  readonly what: string;
  readonly form: string;
  readonly where: string;
}

const FORMS: Readonly<Record<string, (text: string) => readonly string[]>> = {
  clear: (text) => [text],
  'URL encoding': (text) => [encodeURIComponent(text)],
  hexadecimal: (text) => [Buffer.from(text).toString('hex')],
  base64: inBase64,
};

/** Shorter pieces of base64 would be found by chance. */
const BASE64_MIN = 12;

/** Returns the forms of a text inside of a longer base64 text, at any offset. */
function inBase64(text: string): readonly string[] {
  const shifted = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    const begin = before === 0 ? 0 : before + 1;
    return encoded.replace(/=+$/, '').slice(begin, -1);
  });
  const long = shifted.filter((piece) => piece.length >= BASE64_MIN);
  return [...long, ...long.map((piece) => piece.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Returns every form of each text, in lower case, for a single pass. */
function needles(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).flatMap(([what, text]) =>
    Object.entries(FORMS).flatMap(([form, encode]) =>
      [...new Set(encode(text))].map((needle) => ({ what, form, needle: needle.toLowerCase() })),
    ),
  );
}

/** Searches texts in rows of a database, column by column. */
export function scanRows(rows: readonly DumpedRow[], texts: Readonly<Record<string, string>>): Finding[] {
  const wanted = needles(texts);
  const found = new Map<string, Finding>();
  for (const { table, columns } of rows) {
    for (const [column, value] of Object.entries(columns)) {
      if (value === null) continue;
      const readable = readings(value);
      for (const { what, form, needle } of wanted) {
        const where = `${table}.${column}`;
        if (readable.some((text) => text.includes(needle)))
          found.set(`${what} ${form} ${where}`, { what, form, where });
      }
    }
  }
  return [...found.values()];
}

/** Returns the readings of a value: bytes are dumped as `\x…`, and their text is searched, too. */
function readings(value: string): readonly string[] {
  const text = value.toLowerCase();
  const isBytes = /^\\x(?:[0-9a-f]{2})+$/.test(text);
  return isBytes ? [text, Buffer.from(text.slice(2), 'hex').toString('latin1').toLowerCase()] : [text];
}

/** Searches texts in a log or in any other long text. */
export function scanText(log: string, where: string, texts: Readonly<Record<string, string>>): Finding[] {
  const lower = log.toLowerCase();
  return needles(texts)
    .filter(({ needle }) => lower.includes(needle))
    .map(({ what, form }) => ({ what, form, where }));
}
