import { normalizedText } from '@tributary/contracts';

/** Letters without a decomposable accent that have several spellings. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ς: 'σ',
};

/** The most characters that are compared with words: normalizing is quadratic in combining marks. */
const FOLDED_CHARS_MAX = 500;

/**
 * Returns the beginning of the text in lower case, without accents and width, so that different spellings are equal:
 * `Año` and `ANO`, `İşlem` and `islem`, `ＡＴＭ` and `atm`.
 */
export function foldText(text: string): string {
  const bare = normalizedText(text, 'NFKD', FOLDED_CHARS_MAX).toLowerCase().replace(/\p{M}/gu, '');
  return normalizedText(bare, 'NFC', bare.length).replace(
    /[ıłøßæœđðς]/g,
    (letter) => LETTERS[letter] ?? letter,
  );
}
