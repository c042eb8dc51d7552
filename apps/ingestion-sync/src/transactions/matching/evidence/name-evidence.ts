import { TransactionDocument, normalizedText } from '@tributary/contracts';
import { otherParty } from '../../../providers/mapping/mapped-fields';

/** Whether the names and texts of two entries suggest that they are one. */
export type NameEvidence = 'same' | 'similar' | 'unknown' | 'different';

/** The comparison of names; null accepts only equal names. */
export interface NameComparison {
  readonly fuzzyMinChars: number | null;
}

/**
 * Compares the payees: account numbers if both have one, else the other party's names; if one has no name, the other
 * texts. Equal after folding is `same`. One name contained in the other, word by word (words may be cut off, as card
 * networks do), with at least `fuzzyMinChars` letters in common, is `similar`. `unknown` if one side has nothing to
 * compare.
 */
export function compareNames(
  a: TransactionDocument,
  b: TransactionDocument,
  comparison: NameComparison,
): NameEvidence {
  const numbers = compareNumbers(a, b);
  if (numbers !== 'unknown') return numbers;
  const [one, other] = [namesOf(a), namesOf(b)];
  const compare = (left: readonly Words[], right: readonly Words[]): NameEvidence =>
    best(left, right, comparison);
  if (one.name.length === 0 || other.name.length === 0) return compare(one.all, other.all);
  const names = compare(one.name, other.name);
  if (names !== 'different') return names;
  const crosswise = [compare(one.name, other.texts), compare(one.texts, other.name)];
  return crosswise.some((evidence) => evidence === 'same' || evidence === 'similar') ? 'similar' : names;
}

/** Compares only the account numbers of the other parties. */
export function compareNumbers(a: TransactionDocument, b: TransactionDocument): NameEvidence {
  const left = otherParty(a)?.iban ?? otherParty(a)?.bban;
  const right = otherParty(b)?.iban ?? otherParty(b)?.bban;
  if (left === undefined || right === undefined) return 'unknown';
  return left === right ? 'same' : 'different';
}

/** All data that `compareNames` uses, as one text: entries with equal texts give the same results. */
export function namesKey(document: TransactionDocument): string {
  return namesOf(document).key;
}

/** The first compared words of an entry; entries with equal first words have equal names. Empty if there are none. */
export function firstWords(document: TransactionDocument): string {
  return namesOf(document).all[0]?.joined ?? '';
}

/** The words that are compared. */
export function wordCount(document: TransactionDocument): number {
  return namesOf(document).count;
}

/** The distinctive words of one text. */
interface Words {
  readonly list: readonly string[];
  readonly joined: string;
}

/** The compared data of an entry. */
interface Names {
  /** Empty, or one name. */
  readonly name: readonly Words[];
  readonly texts: readonly Words[];
  readonly all: readonly Words[];
  readonly count: number;
  readonly key: string;
}

/** Computed once for each entry, not for each pair. */
const known = new WeakMap<TransactionDocument, Names>();

function namesOf(document: TransactionDocument): Names {
  const made = known.get(document) ?? workOut(document);
  known.set(document, made);
  return made;
}

function workOut(document: TransactionDocument): Names {
  const party = otherParty(document);
  const remittance = document.remittance_information;
  const name = distinctive([party?.name]);
  const texts = distinctive([
    remittance?.unstructured ?? remittance?.unstructured_array,
    remittance?.structured,
    document.additional_information,
  ]);
  const all = [...name, ...texts];
  const parts = [party?.iban ?? party?.bban ?? null, name, texts].map((part) =>
    Array.isArray(part) ? part.map(({ joined }: Words) => joined) : part,
  );
  return {
    name,
    texts,
    all,
    count: all.reduce((sum, { list }) => sum + list.length, 0),
    key: JSON.stringify(parts),
  };
}

function best(
  left: readonly Words[],
  right: readonly Words[],
  { fuzzyMinChars }: NameComparison,
): NameEvidence {
  if (left.length === 0 || right.length === 0) return 'unknown';
  let found: NameEvidence = 'different';
  for (const one of left) {
    for (const other of right) {
      if (one.joined === other.joined) return 'same';
      if (fuzzyMinChars !== null && lettersInCommon(one.list, other.list) >= fuzzyMinChars) found = 'similar';
    }
  }
  return found;
}

function distinctive(texts: readonly (string | undefined)[]): Words[] {
  return texts
    .map((text) => distinctiveWords(text ?? ''))
    .filter((list) => list.length > 0)
    .map((list) => ({ list, joined: list.join(' ') }));
}

/** Words about the means of payment or a company's legal form, which do not identify the payee. */
const SAYS_NOTHING = new Set(
  (
    'card payment purchase pending pos visa mastercard maestro debit credit terminal transaction authorization ' +
    'authorisation reserved hold contactless apple google pay kortti korttiosto osto varaus kauf kartenzahlung karte ' +
    'lastschrift zahlung achat carte paiement compra tarjeta pago pagamento carta the and und oy oyj ab gmbh ltd llc inc ' +
    'plc sarl srl spa sro kft bvba'
  ).split(' '),
);
const LETTERS_MIN = 3;
/** Limit of a compared text: normalizing is quadratic in combining marks, and a provider's text has no maximum length. */
const COMPARED_CHARS_MAX = 300;

function distinctiveWords(text: string): string[] {
  const words = withoutMarks(
    normalizedText(withoutMarks(text.slice(0, COMPARED_CHARS_MAX)), 'NFKD', COMPARED_CHARS_MAX),
  )
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return words.filter((word) => word.length >= LETTERS_MIN && !SAYS_NOTHING.has(word));
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}

/** The number of common letters if the longer list contains every word of the shorter one; else 0. */
function lettersInCommon(one: readonly string[], other: readonly string[]): number {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...longer];
  let letters = 0;
  for (const word of shorter) {
    const index = left.findIndex((candidate) => isCutOff(word, candidate));
    if (index === -1) return 0;
    letters += Math.min(word.length, left[index]?.length ?? 0);
    left.splice(index, 1);
  }
  return letters;
}

function isCutOff(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
