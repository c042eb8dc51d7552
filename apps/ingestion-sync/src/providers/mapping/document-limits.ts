/**
 * Limits of the data that a document takes over from a provider or a file, for all readers of either. See
 * docs/decisions/input-bounds.md#answers-of-providers.
 */
export const DOCUMENT_LIMITS = {
  /** Characters of one text; a longer one is cut and marked. */
  textChars: 16 * 1024,
  /** Characters of an entry with all its fields; a longer one is refused. */
  entryChars: 128 * 1024,
  /** Characters of an id; an entry with a longer one is refused, because two cut ids could be one. */
  idChars: 512,
} as const;

/** The end of a cut text. */
export const CUT_MARK = ' … [cut]';

/** Returns the text; if it exceeds the limit, its beginning with `CUT_MARK`. */
export function boundedText(text: string, charsMax: number = DOCUMENT_LIMITS.textChars): string {
  if (text.length <= charsMax) return text;
  const end = charsMax - CUT_MARK.length;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end)}${CUT_MARK}`;
}

/**
 * Returns the JSON text of a structured value. If it is too long, the result is a JSON string with its beginning, so
 * that it can still be parsed.
 */
export function boundedJson(json: string, charsMax: number = DOCUMENT_LIMITS.textChars): string {
  // Escaping doubles quotes and backslashes.
  return json.length <= charsMax ? json : JSON.stringify(boundedText(json, charsMax / 2 - 1));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
