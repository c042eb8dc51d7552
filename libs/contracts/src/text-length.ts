/**
 * Whether the text has more characters than that, counted as JSON Schema counts `maxLength`: a surrogate pair is one.
 * Its cost depends on the maximum, not on the text.
 */
export function isLongerThan(text: string, charsMax: number): boolean {
  if (text.length <= charsMax) return false;
  if (text.length > 2 * charsMax) return true;
  return charactersOf(text) > charsMax;
}

/** Returns the number of characters. Takes linear time, so the text must have a maximum length. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

export type NormalizationForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * Normalizes the first `charsMax` UTF-16 units of the text. Unicode normalization sorts each run of combining marks in
 * quadratic time (440,000 marks took a minute), so the linter forbids `.normalize(` everywhere else.
 */
export function normalizedText(text: string, form: NormalizationForm, charsMax: number): string {
  return text.slice(0, charsMax).normalize(form);
}
