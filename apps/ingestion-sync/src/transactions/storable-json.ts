/**
 * JSON text that Postgres accepts: its `jsonb` supports neither the character U+0000 nor half a surrogate pair, and one
 * of them would fail the whole statement. They have no meaning in a bank's text and are left out.
 */
export function storableJson(json: string): string {
  return json.includes('\\u') ? JSON.stringify(cleaned(JSON.parse(json))) : json;
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [cleanedText(key), cleaned(member)]),
  );
}

function cleanedText(text: string): string {
  return text.replaceAll('\u0000', '').replace(LONE_SURROGATE, '');
}
