import { TransactionDocument } from '@tributary/contracts';
import { otherParty } from '../../mapping/mapped-fields';

/** What the names and texts of two entries say of their being one. */
export type NameEvidence = 'same' | 'similar' | 'unknown' | 'different';

/** How to compare names: with `null` only equal ones count. */
export interface NameComparison {
  readonly fuzzyMinChars: number | null;
}

/**
 * Compares the payees: account numbers if both have one, else the other party's names; if one has no name, the other
 * texts. Equal after folding is `same`. One name contained in the other, word by word (words may be cut off, as card
 * networks do), with at least so many letters in common, is `similar`. `unknown` if one side has nothing to compare.
 */
export function compareNames(
  a: TransactionDocument,
  b: TransactionDocument,
  comparison: NameComparison,
): NameEvidence {
  const numbers = compareNumbers(a, b);
  if (numbers !== 'unknown') return numbers;
  const [left, right] = [nameOf(a), nameOf(b)];
  const compare = (one: Words[], other: Words[]): NameEvidence => best(one, other, comparison);
  if (left.length === 0 || right.length === 0) {
    return compare([...left, ...textsOf(a)], [...right, ...textsOf(b)]);
  }
  const names = compare(left, right);
  if (names !== 'different') return names;
  const crosswise = [compare(left, textsOf(b)), compare(textsOf(a), right)];
  return crosswise.some((evidence) => evidence === 'same' || evidence === 'similar') ? 'similar' : names;
}

/** Compares the numbers of the other parties' accounts alone. */
export function compareNumbers(a: TransactionDocument, b: TransactionDocument): NameEvidence {
  const left = otherParty(a)?.iban ?? otherParty(a)?.bban;
  const right = otherParty(b)?.iban ?? otherParty(b)?.bban;
  if (left === undefined || right === undefined) return 'unknown';
  return left === right ? 'same' : 'different';
}

/** The distinctive words of one text. */
type Words = readonly string[];

function best(left: readonly Words[], right: readonly Words[], comparison: NameComparison): NameEvidence {
  if (left.length === 0 || right.length === 0) return 'unknown';
  const { fuzzyMinChars } = comparison;
  let found: NameEvidence = 'different';
  for (const one of left) {
    for (const other of right) {
      if (one.join(' ') === other.join(' ')) return 'same';
      if (fuzzyMinChars !== null && lettersInCommon(one, other) >= fuzzyMinChars) found = 'similar';
    }
  }
  return found;
}

function nameOf(document: TransactionDocument): Words[] {
  return distinctive([otherParty(document)?.name]);
}

function textsOf(document: TransactionDocument): Words[] {
  const remittance = document.remittance_information;
  return distinctive([
    remittance?.unstructured ?? remittance?.unstructured_array,
    remittance?.structured,
    document.additional_information,
  ]);
}

function distinctive(texts: readonly (string | undefined)[]): Words[] {
  return texts.map((text) => distinctiveWords(text ?? '')).filter((words) => words.length > 0);
}

/** Words that say how was paid or what a company's form is, not whom. */
const SAYS_NOTHING = new Set(
  (
    'card payment purchase pending pos visa mastercard maestro debit credit terminal transaction authorization ' +
    'authorisation reserved hold contactless apple google pay kortti korttiosto osto varaus kauf kartenzahlung karte ' +
    'lastschrift zahlung achat carte paiement compra tarjeta pago pagamento carta the and und oy oyj ab gmbh ltd llc inc ' +
    'plc sarl srl spa sro kft bvba'
  ).split(' '),
);
const LETTERS_MIN = 3;

function distinctiveWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u);
  return words.filter((word) => word.length >= LETTERS_MIN && !SAYS_NOTHING.has(word));
}

/** The letters of both, if every word of the shorter is in the longer; else 0. */
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
