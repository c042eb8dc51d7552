import { dayIn } from './days';
import { boundedJson, boundedText } from './document-limits';

/** A received JSON object of unknown form. */
export type Json = Readonly<Record<string, unknown>>;

/** Values that mean "nothing": they are not data. */
const PLACEHOLDER = /^not[ _]?provided$/i;
const PLACEHOLDER_LENGTH_MAX = 'NOT PROVIDED'.length;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the trimmed text, cut if it is too long; undefined for blanks, placeholders and other values. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || (text.length <= PLACEHOLDER_LENGTH_MAX && PLACEHOLDER.test(text))
    ? undefined
    : boundedText(text);
}

/** Returns a text or a number as text. Use it for rates and counters, never for money. */
export function textOrNumber(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value);
}

/** Returns an ISO 4217 code, also from small letters; `XXX` is the code for "none". */
export function currencyOf(value: unknown): string | undefined {
  const code = textOf(value)?.toUpperCase();
  return code !== undefined && /^[A-Z]{3}$/.test(code) && code !== 'XXX' ? code : undefined;
}

/** Returns an existing day within the valid range, also from a time. */
export function dateOf(value: unknown): string | null {
  const text = textOf(value);
  return text === undefined ? null : dayIn(text);
}

/** Returns a text like `textOf`, or the bounded JSON text of a structured value; undefined if empty. */
export function textOrJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return textOrNumber(value);
  return Object.keys(value).length === 0 ? undefined : boundedJson(JSON.stringify(value));
}

/** Returns the object, or undefined if no member has a value. JSON omits such members itself. */
export function unlessEmpty<T extends object>(object: T): T | undefined {
  for (const member in object) if (object[member] !== undefined) return object;
  return undefined;
}
