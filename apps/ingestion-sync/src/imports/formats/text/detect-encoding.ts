import { largestOf } from '@tributary/contracts';
import { analyse } from 'chardet';
import { isUtf8 } from 'node:buffer';
import { sniffEncoding } from './sniff-encoding';

/** Non-ASCII letters of the languages of each encoding; a text in such a language has mostly these. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': [
    'äöüß',
    'àâçèéêëîïôùûœæ',
    'áéíóúñü¿¡ºª',
    'àèéìòù',
    'áâãàçéêíóôõúºª',
    'éëïóöèàç',
    'æøåé',
    'åäöé',
  ],
  'windows-1250': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  'iso-8859-2': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű'],
  'windows-1251': ['абвгдежзийклмнопрстуфхцчшщъыьэюяё№', 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя№’'],
  'koi8-r': ['абвгдежзийклмнопрстуфхцчшщъыьэюяё'],
  ibm866: ['абвгдежзийклмнопрстуфхцчшщъыьэюяё'],
  'iso-8859-5': ['абвгдежзийклмнопрстуфхцчшщъыьэюяё'],
  'windows-1253': ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ'],
  'iso-8859-7': ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ'],
  'windows-1254': ['çğıöşüâî'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
};
/** Multi-byte encodings; text in another encoding is rarely valid in them. */
const WIDE = ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'] as const;

const BYTES_MAX = 64 * 1024;
/** Patterns that no word has: a capital after a small letter, a letter beside a digit, letters of two scripts. */
const ODD =
  /\p{Ll}\p{Lu}|[^\u0000-\u007f]\d|\d[^\u0000-\u007f]|[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]/gu; // eslint-disable-line no-control-regex -- ASCII
/** Windows encodings that extend the encodings which the library returns. */
const WINDOWS_FOR: ReadonlyMap<string, string> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-2', 'windows-1250'],
  ['iso-8859-7', 'windows-1253'],
  ['iso-8859-9', 'windows-1254'],
]);
/** A currency sign beside a number is valid in every language. */
const PRICE = /[€£¥]\s?\d|\d\s?[€£¥]/g;
/** Encodings that banks hardly use; a single letter is no evidence for them. */
const RARE: ReadonlySet<string> = new Set(['ibm866', 'koi8-r', 'iso-8859-5', 'iso-8859-2', 'iso-8859-7']);
const RARITY = 0.05;
/** A single half-width letter, which is a byte of another encoding. */
const ALONE = /(?<![^\u0000-\u007f])[\uff61-\uff9f](?![^\u0000-\u007f])/gu; // eslint-disable-line no-control-regex -- ASCII
const [LETTER_OF_LANGUAGE, OTHER_LETTER, SIGN, CONTROL] = [1, -0.5, -1, -4];
/** Score for the library's first result; further results add less. */
const LIBRARY = 0.3;

/**
 * Returns the encoding of a text file as a label of `TextDecoder`. Valid UTF-8 is UTF-8; otherwise the encoding in
 * which the non-ASCII bytes are letters of one language. The library's result decides between equal candidates.
 */
export function detectEncoding(bytes: Uint8Array): string {
  const sniffed = sniffEncoding(bytes);
  if (sniffed !== null) return sniffed;
  if (isUtf8(wholeCharacters(bytes))) return 'utf-8';
  const { others: sample, isMostlyUtf8 } = linesOf(bytes.subarray(0, BYTES_MAX));
  if (isMostlyUtf8) return 'utf-8';
  const found = analyse(sample).map(({ name }) => name.toLowerCase());
  const bonus = (encoding: string): number => {
    const index = found.findIndex((name) => name === encoding || WINDOWS_FOR.get(name) === encoding);
    return index === -1 ? 0 : LIBRARY / (index + 1);
  };
  const scores = [
    ...Object.keys(ALPHABETS).map((encoding) => ({
      encoding,
      score: narrowScore(sample, encoding) + bonus(encoding),
    })),
    ...WIDE.map((encoding) => ({ encoding, score: wideScore(sample, encoding) + bonus(encoding) })),
  ].sort((a, b) => b.score - a.score);
  const [best] = scores;
  return best !== undefined && best.score > 0 ? best.encoding : 'windows-1252';
}

/**
 * Separates UTF-8 lines from others; a single cell in another encoding does not decide, because lines are decoded
 * separately.
 */
function linesOf(bytes: Uint8Array): { others: Uint8Array; isMostlyUtf8: boolean } {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const beyond = lines.filter((line) => /[\u0080-\u00ff]/.test(line));
  const others = beyond.filter((line) => !isUtf8(Buffer.from(line, 'latin1')));
  return {
    others: Buffer.from(others.join('\n'), 'latin1'),
    isMostlyUtf8: others.length * 2 < beyond.length,
  };
}

/** Removes an incomplete character at the end of the sample. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let cut = 1; cut <= Math.min(3, bytes.length); cut += 1) {
    const byte = bytes[bytes.length - cut] ?? 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    if (length > cut) return bytes.subarray(0, bytes.length - cut);
    if ((byte & 0xc0) !== 0x80) break;
  }
  return bytes;
}

/** Returns the share of non-ASCII bytes that are letters of one language; signs and odd capitals reduce it. */
function narrowScore(bytes: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const others = text.match(/[^\u0000-\u007f\s]/gu) ?? []; // eslint-disable-line no-control-regex -- ASCII
  if (others.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const char of others) counts.set(char, (counts.get(char) ?? 0) + 1);
  const odd = (text.match(ODD) ?? []).filter(isOdd).length;
  const best = largestOf(
    (ALPHABETS[encoding] ?? []).map((alphabet) => alphabetScore(counts, new Set(alphabet))),
  );
  const priced = (text.match(PRICE) ?? []).length;
  return (best + priced - odd * 3) / others.length - (RARE.has(encoding) ? RARITY : 0);
}

function isOdd(pair: string): boolean {
  if (!/[^\u0000-\u007f]/.test(pair) || !/^[\p{L}\d]{2}$/u.test(pair)) return false; // eslint-disable-line no-control-regex -- ASCII
  return /\d/.test(pair) || isTwoScripts(pair) || /^\p{Ll}\p{Lu}$/u.test(pair);
}

function isTwoScripts(pair: string): boolean {
  return /[a-z]/i.test(pair) && /[\u0370-\u04ff]/.test(pair);
}

function alphabetScore(counts: ReadonlyMap<string, number>, alphabet: ReadonlySet<string>): number {
  let score = 0;
  for (const [char, count] of counts) score += count * weightOf(char, alphabet);
  return score;
}

function weightOf(char: string, alphabet: ReadonlySet<string>): number {
  if (alphabet.has(char.toLowerCase())) return LETTER_OF_LANGUAGE;
  if (char === '\ufffd' || /\p{Cc}/u.test(char)) return CONTROL;
  // Marks of all languages are no evidence.
  if (/[€£¥°§«»„“”‘’–—…·]/.test(char)) return 0;
  return /\p{L}/u.test(char) ? OTHER_LETTER : SIGN;
}

/** Returns the share of valid letters of the script; they count double compared with single bytes. */
function wideScore(bytes: Uint8Array, encoding: (typeof WIDE)[number]): number {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const others = text.match(/[^\u0000-\u007f\s]/gu) ?? []; // eslint-disable-line no-control-regex -- ASCII
  if (others.length === 0) return 0;
  const of = (pattern: RegExp): number => others.filter((char) => pattern.test(char)).length;
  const common = of(COMMON[encoding]);
  const broken = of(/[\ufffd\p{Cc}\p{Co}]/u);
  const alone = (text.match(ALONE) ?? []).length;
  const halfWidth = of(/[\uff61-\uff9f]/);
  return (
    (common * 1.2 - (others.length - common) * 0.6 - broken * 4 - halfWidth * 0.4 - alone * 2) / others.length
  );
}

/** The most frequent characters of each language: kana, hangul, or the most common blocks. */
const COMMON: Readonly<Record<(typeof WIDE)[number], RegExp>> = {
  shift_jis: /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff9f\u3000-\u303f]/,
  'euc-jp': /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]/,
  'euc-kr': /[\uac00-\ud7af\u3000-\u303f]/,
  gb18030: /[\u4e00-\u9fff\u3000-\u303f\uff01-\uff5e]/,
  big5: /[\u4e00-\u9fff\u3000-\u303f\uff01-\uff5e]/,
};
