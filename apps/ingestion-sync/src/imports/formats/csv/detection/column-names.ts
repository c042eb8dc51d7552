import { currencyOf } from '../../../../providers/mapping/json-fields';
import { isCurrencyCode } from '../../values/currency-marks';
import { foldText } from '../../text/fold-text';
import { COLUMN_WORDS, NamedKind } from '../names/column-words';

/**
 * A possible meaning of a name with its weight: whole names weigh more than words, and long words more than short ones.
 */
export interface NameMeaning {
  readonly kind: NamedKind;
  readonly weight: number;
}

/** Phrases about what an amount includes or excludes; they do not name the amount. */
const WITHOUT =
  /[([]?\b(?:after|before|incl|including|excl|excluding|net of|less|without|with|inkl|exkl|abzuglich|hors)\.?\s+(?:fees?|tax(?:es)?|charges?|vat|commissions?|gebühren|mwst|frais)\b[)\]]?/gi;
/** Matches the code of a currency, with the preposition before it. */
const CURRENCY = /(?:\b(?:in|en|w|v|i)\s+)?\b([A-Z]{3})\b/g;
const NAME_CHARS_MAX = 100;
/** Weight of a name that consists of the phrase alone. */
const WHOLE = 1_000;
const NOT_LATIN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

interface Phrase {
  readonly kind: NamedKind;
  readonly text: string;
  /** Whether the phrase may be the beginning of a longer word. */
  readonly open: boolean;
}

const PHRASES: readonly Phrase[] = (Object.entries(COLUMN_WORDS) as [NamedKind, string][]).flatMap(
  ([kind, words]) =>
    words
      .split('|')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .map((word) => ({ kind, text: plainName(word.replace('*', '')), open: word.endsWith('*') })),
);
const WHOLE_NAMES: ReadonlyMap<string, ReadonlySet<NamedKind>> = wholeNames();
/** Phrases by their first letter, so that a name is compared with few. */
const BY_LETTER: ReadonlyMap<string, readonly Phrase[]> = byLetter();

/** Returns the possible meanings of a column name, the likeliest first; empty if the name is unknown. */
export function meaningsOf(header: string): NameMeaning[] {
  const name = plainName(header);
  if (name === '') return [];
  const weights = new Map<NamedKind, number>();
  const add = (kind: NamedKind, weight: number): void => {
    weights.set(kind, Math.max(weight, weights.get(kind) ?? 0));
  };
  for (const part of partsOf(header)) for (const kind of WHOLE_NAMES.get(part) ?? []) add(kind, WHOLE);
  for (const { kind, weight } of wordsIn(name)) add(kind, weight);
  return [...weights].map(([kind, weight]) => ({ kind, weight })).sort((a, b) => b.weight - a.weight);
}

function wordsIn(name: string): NameMeaning[] {
  const found: NameMeaning[] = [];
  for (const at of wordStarts(name)) {
    for (const { kind, text, open } of BY_LETTER.get(name[at] ?? '') ?? []) {
      const weight = NOT_LATIN.test(text) ? text.length * 3 : text.length;
      if (fitsAt(name, at, text, open)) found.push({ kind, weight });
    }
  }
  return found;
}

/** Returns whether the whole text is a known column name. */
export function isWholeName(header: string): boolean {
  return partsOf(header).some((part) => WHOLE_NAMES.has(part));
}

/**
 * Returns the name in lower case, without accents, punctuation, and the currency in `Betrag (EUR)` or `Umsatz in EUR`;
 * splits `RunningBalance` and `account_number` into words.
 */
export function plainName(header: string): string {
  if (header.length > NAME_CHARS_MAX) return '';
  const words = header
    .replace(WITHOUT, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(CURRENCY, (whole: string, code: string) => (isCode(code) ? ' ' : whole));
  return foldText(words)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?: (?:in|en))? (?:euros?|euroa|kr)$/, '');
}

function isCode(text: string): boolean {
  return currencyOf(text) !== undefined && isCurrencyCode(text);
}

/**
 * Returns the parts of a bilingual name such as `Datum / Date` or `Betrag (Amount)`. A part in brackets behind a known
 * name is another name for it, or distinguishes several: `Amount (account currency)` is no currency.
 */
function partsOf(header: string): string[] {
  const [before = [], ...inside] = header.split(/[()[\]]/).map((part) => part.split(/[/|\n]/).map(plainName));
  const kinds = new Set(before.flatMap(wordsIn).map(({ kind }) => kind));
  const saysWhich = (part: string): boolean =>
    kinds.size > 0 &&
    [...(WHOLE_NAMES.get(part) ?? [])].every((kind) => OF_WHAT.has(kind) && !kinds.has(kind));
  return [plainName(header), ...before, ...inside.flat().filter((part) => !saysWhich(part))].filter(
    (part) => part !== '',
  );
}

/** Returns the beginnings of words; in scripts without blanks every position. */
function wordStarts(name: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < name.length; at += 1) {
    if (at === 0 || name[at - 1] === ' ' || NOT_LATIN.test(name[at] ?? '')) starts.push(at);
  }
  return starts;
}

function fitsAt(name: string, at: number, text: string, open: boolean): boolean {
  if (!name.startsWith(text, at)) return false;
  const next = name[at + text.length];
  return open || next === undefined || next === ' ' || NOT_LATIN.test(text);
}

/** Kinds that qualify an amount or a day but are not one. */
const OF_WHAT: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'currency',
  'original_currency',
  'account',
  'other',
]);

function wholeNames(): ReadonlyMap<string, ReadonlySet<NamedKind>> {
  const names = new Map<string, Set<NamedKind>>();
  for (const { kind, text } of PHRASES) names.set(text, (names.get(text) ?? new Set()).add(kind));
  return names;
}

function byLetter(): ReadonlyMap<string, readonly Phrase[]> {
  const letters = new Map<string, Phrase[]>();
  for (const phrase of PHRASES) {
    const letter = phrase.text[0] ?? '';
    letters.set(letter, [...(letters.get(letter) ?? []), phrase]);
  }
  return letters;
}

/** The phrases in the first line of each kind. */
const ENGLISH: ReadonlySet<string> = new Set(
  Object.values(COLUMN_WORDS).flatMap((words) =>
    (words.split('\n')[0] ?? '').split('|').map((word) => plainName(word.replace('*', ''))),
  ),
);

/** Returns whether a name is recognizably in a language other than English. */
export function isForeignName(header: string): boolean {
  if (/[^\u0000-\u007f]/.test(header.replace(/[\p{Sc}°–’]/gu, ''))) return true; // eslint-disable-line no-control-regex -- ASCII
  const name = plainName(header);
  return WHOLE_NAMES.has(name) && !ENGLISH.has(name);
}
