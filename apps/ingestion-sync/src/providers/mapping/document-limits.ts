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

/** The end of a text that was cut. */
export const CUT_MARK = ' … [cut]';

/** The text, or its beginning with `CUT_MARK` where it is longer than a document's texts may be. */
export function boundedText(text: string, charsMax: number = DOCUMENT_LIMITS.textChars): string {
  if (text.length <= charsMax) return text;
  const end = charsMax - CUT_MARK.length;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end)}${CUT_MARK}`;
}

/**
 * JSON text of a structured value. Where it is too long it becomes the JSON text of its cut beginning, a string: whoever
 * parses it still can.
 */
export function boundedJson(json: string, charsMax: number = DOCUMENT_LIMITS.textChars): string {
  // Quotes and backslashes of the text double.
  return json.length <= charsMax ? json : JSON.stringify(boundedText(json, charsMax / 2 - 1));
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
