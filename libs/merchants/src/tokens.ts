/** Limit of the characters of a text that are read. A card's line has 40; a remittance text has up to 140. */
const READ_CHARS_MAX = 280;
const TOKENS_MAX = 32;

/** A text as words for comparison: capitals of A to Z and digits, without accents and punctuation. */
export interface Tokens {
  readonly words: readonly string[];
  /** The words without spaces. Names are looked up so, because banks write `MEDIA MARKT` and `MEDIAMARKT`. */
  readonly compact: string;
  /** The offset in `compact` of each word, and at last its length. */
  readonly starts: readonly number[];
  /** Words before which the text has a star, as in `PAYPAL *SPOTIFY`. */
  readonly stars: readonly number[];
}

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  Ø: 'o',
  ø: 'o',
  Æ: 'ae',
  æ: 'ae',
  Œ: 'oe',
  œ: 'oe',
  Ł: 'l',
  ł: 'l',
  Đ: 'd',
  đ: 'd',
  ı: 'i',
  Þ: 'th',
  þ: 'th',
};

const [ZERO, NINE, A, Z, STAR, POINT, SLASH] = [48, 57, 65, 90, 42, 46, 47];

/** Splits a text into words; linear, and bounded whatever the text. */
export function tokensOf(text: string): Tokens {
  const read = plainCapitals(text.slice(0, READ_CHARS_MAX));
  const words: string[] = [];
  const stars: number[] = [];
  let start = -1;
  let gapFrom = 0;
  for (let at = 0; at <= read.length && words.length < TOKENS_MAX; at += 1) {
    const code = read.charCodeAt(at);
    if ((code >= A && code <= Z) || (code >= ZERO && code <= NINE)) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) {
      const isPart =
        at - start === 1 && start - gapFrom === 1 && continues(words.at(-1), read.charCodeAt(gapFrom));
      if (isPart) words.push(`${words.pop() ?? ''}${read.slice(start, at)}`);
      else words.push(read.slice(start, at));
      start = -1;
      gapFrom = at;
    }
    if (code === STAR && stars.at(-1) !== words.length) stars.push(words.length);
  }
  return withOffsets(words, stars);
}

const IS_PLAIN = /^[\w\s*.,;:/()#&@"%=?!|<>[\]{}$\\-]*$/;

/** In capitals, without accents and apostrophes. */
function plainCapitals(text: string): string {
  if (IS_PLAIN.test(text)) return text.toUpperCase();
  // eslint-disable-next-line no-restricted-syntax -- at most 280 characters
  const decomposed = text.normalize('NFD');
  return decomposed
    .slice(0, 2 * READ_CHARS_MAX)
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^\0-\x7f]/g, (letter) => LETTERS[letter] ?? ' ')
    .replaceAll(/(?<=[a-z0-9])\+/gi, 'PLUS')
    .toUpperCase();
}

/** Single letters with points or slashes between them are one word: `S.A.`, `B.V.`, `A/S`. */
function continues(before: string | undefined, gap: number): boolean {
  if (before === undefined || before.length > 3 || !/^[A-Z]+$/.test(before)) return false;
  return gap === POINT || (gap === SLASH && before.length === 1);
}

function withOffsets(words: readonly string[], stars: readonly number[]): Tokens {
  const starts = [0];
  let length = 0;
  for (const word of words) starts.push((length += word.length));
  return { words, compact: words.join(''), starts, stars };
}

/** The words from one to another, as tokens of their own. */
export function slice(tokens: Tokens, from: number, to: number = tokens.words.length): Tokens {
  return withOffsets(
    tokens.words.slice(from, to),
    tokens.stars.filter((at) => at >= from && at < to).map((at) => at - from),
  );
}
