/** Cuts the text to `charsMax` UTF-16 units, never within a character, and trims it. */
export function shortenedText(text: string, charsMax: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= charsMax) return trimmed;
  const cut = trimmed.slice(0, charsMax);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
