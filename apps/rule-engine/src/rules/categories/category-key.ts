import { CATEGORY_NAME_LENGTH_MAX, CategoryDocument, normalizedText } from '@tributary/contracts';

/**
 * Returns the group and name without their case: two categories of a list have different keys. PostgreSQL folds letters
 * by the locale of its database, so the key is computed here alone, and stored. Pure: no I/O.
 */
export function keyOf({ name, group }: Pick<CategoryDocument, 'name' | 'group'>): string {
  return JSON.stringify([folded(group ?? ''), folded(name)]);
}

/** The Turkish İ becomes an i with a dot above, and the case of a Greek sigma depends on its place in the word. */
function folded(text: string): string {
  const composed = normalizedText(text, 'NFC', 2 * CATEGORY_NAME_LENGTH_MAX);
  return composed.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
}
