import { normalizedText } from '@tributary/contracts';

const WORD_LENGTH_MIN = 3;

/** Lower case without accents: banks write the same name in several ways. @param charsMax the characters that are read */
export function plainText(text: string, charsMax: number): string {
  return normalizedText(text, 'NFKD', charsMax)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first different words of a plain text. Words with digits are dates, cards, terminals and references. */
export function wordsOf(plain: string, wordsMax: number): string[] {
  const words = plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_LENGTH_MIN && !/\p{N}/u.test(word));
  return [...new Set(words)].slice(0, wordsMax);
}
