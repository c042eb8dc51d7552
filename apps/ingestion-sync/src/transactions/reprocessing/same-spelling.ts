import { isDeepStrictEqual } from 'node:util';

/**
 * A document with the stored spelling wherever a text is the same JSON: some fields hold a part of the provider's row
 * as JSON text, and a row that was kept has lost the order of its members.
 */
export function inStoredSpelling<T>(document: T, stored: unknown): T {
  return spelled(document, stored) as T;
}

function spelled(value: unknown, stored: unknown): unknown {
  if (typeof value === 'string') return isSameJson(value, stored) ? stored : value;
  if (!isObject(value) || !isObject(stored)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, spelled(one, stored[member])]),
  );
}

function isSameJson(text: string, stored: unknown): boolean {
  if (typeof stored !== 'string' || !/^[[{]/.test(text) || !/^[[{]/.test(stored)) return false;
  try {
    return isDeepStrictEqual(JSON.parse(text), JSON.parse(stored));
  } catch {
    return false; // plain text that begins with a bracket
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
