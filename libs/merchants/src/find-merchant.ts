import { BrandIndex } from './brand-index';
import { Brand } from './brand-table';
import { categoryOfMcc } from './categories';
import { Circumstances, findBrand, Found, Side } from './find-brand';
import { intermediaryParty, Line, merchantBehind, splitLine, splitParty } from './intermediaries';
import { slice, Tokens, tokensOf } from './tokens';
import { CARD_WORDS, DEBIT_WORDS, hasDigit, isFiller, isNeutral, LEGAL_FORMS, TRANSFER_WORDS } from './words';

/** The parts of a payment that say who is on its other side. */
export interface Payment {
  /** The other party as the bank names it; empty if it does not. */
  readonly party: string;
  /** The bank names an account of the other party. */
  readonly hasAccount: boolean;
  /** The bank reports the creditor's id of a direct debit, or that this is a card's payment. */
  readonly isByMerchant: boolean;
  readonly text: string;
  /** Code of ISO 18245; empty if none is reported. */
  readonly mcc: string;
  /** Code of ISO 3166 of the account, in any letters; null if it is not known. */
  readonly country: string | null;
}

export interface Merchant {
  readonly brand: Brand | null;
  readonly certainty: number;
  /** Key of a payment service between the two sides; null if there is none. */
  readonly intermediary: string | null;
  /** The other side's name where no brand is known; empty where only the bank's whole text is known. */
  readonly name: string;
  readonly isPerson: boolean;
}

/** Finds who a payment was made to. Pure, and linear in the length of its texts, of which it reads the beginnings. */
export function findMerchant(payment: Payment, index: BrandIndex): Merchant {
  const party = splitParty(tokensOf(payment.party));
  const text = tokensOf(payment.text);
  const kind = kindOf(payment, party.merchant, text);
  const circumstances: Circumstances = {
    country: payment.country?.toLowerCase() ?? null,
    category: categoryOfMcc(payment.mcc),
    side: kind === 'transfer' ? 'account' : 'business',
  };
  const collector =
    party.merchant.stars.length > 0 ? null : (party.intermediary ?? intermediaryParty(party.merchant));
  if (collector !== null) return behind(payment, { collector, party, text, index, circumstances });
  const line = payment.party === '' ? splitLine(text, leading(text)) : splitLine(party.merchant, 0);
  const inText = payment.party === '' ? null : splitLine(text, leading(text));
  const found =
    findBrand(line.merchant, index, { ...circumstances, side: sideOf(line, circumstances.side) }) ??
    (inText !== null && kind !== 'transfer' ? findBrand(inText.merchant, index, circumstances) : null);
  const intermediary = line.intermediary ?? inText?.intermediary ?? null;
  return {
    ...named(found),
    intermediary,
    name: found === null ? shownName(payment, line) : '',
    isPerson: kind === 'transfer' && found === null && looksLikePerson(party.merchant),
  };
}

function named(found: Found | null): Pick<Merchant, 'brand' | 'certainty'> {
  return { brand: found?.brand ?? null, certainty: found?.certainty ?? 0 };
}

interface Behind {
  readonly collector: string;
  readonly party: Line;
  readonly text: Tokens;
  readonly index: BrandIndex;
  readonly circumstances: Circumstances;
}

/** The merchant for whom a payment service collected: beside its name, or in the remittance text. */
function behind(payment: Payment, { collector, party, text, index, circumstances }: Behind): Merchant {
  const asDebit: Circumstances = { ...circumstances, side: 'business' };
  const own = party.intermediary === null ? null : party.merchant;
  const stated = own ?? merchantBehind(payment.text);
  const found =
    (stated && findBrand(stated, index, asDebit)) ??
    findBrand(withoutCollector(text, collector), index, asDebit);
  return {
    ...named(found),
    intermediary: collector,
    name: stated && !found ? namedAs(stated, own === null ? payment.text : payment.party) : '',
    isPerson: false,
  };
}

/** The text after the collector's own name. */
function withoutCollector(text: Tokens, collector: string): Tokens {
  const label = tokensOf(collector.split('.')[0] ?? '').compact;
  let from = 0;
  text.words.forEach((word, at) => {
    if (word === label || intermediaryParty(slice(text, at, at + 1)) === collector) from = at + 1;
  });
  return slice(text, from);
}

type Kind = 'card' | 'debit' | 'transfer';

/** How money moved, by what the bank reports and by the words that it writes. */
function kindOf({ hasAccount, isByMerchant }: Payment, party: Tokens, text: Tokens): Kind {
  if (isByMerchant) return 'debit';
  const words = [...text.words.slice(0, 4), ...party.words.slice(0, 1)];
  if (words.some((word) => TRANSFER_WORDS.has(word))) return 'transfer';
  if (words.some((word) => CARD_WORDS.has(word))) return 'card';
  if (words.some((word) => DEBIT_WORDS.has(word))) return 'debit';
  return hasAccount ? 'transfer' : 'card';
}

/** Readers of cards for market stalls and small shops: `SQ *LUCKY BEAN COFFEE` is no branch of Lucky. */
const SMALL_SHOPS: ReadonlySet<string> = new Set(['sumup.com', 'zettle.com', 'squareup.com']);

/** Services for shops have businesses behind them; wallets have people too, and small shops any name. */
function sideOf({ intermediary }: Line, side: Side): Side {
  if (intermediary === null) return side;
  return intermediary === 'mobilepay.dk' || SMALL_SHOPS.has(intermediary) ? 'wallet' : 'business';
}

/** Words of the bank before the merchant. */
function leading(text: Tokens): number {
  const first = text.words.findIndex((word) => !isFiller(word));
  return first < 0 ? 0 : first;
}

const NAME_WORDS_MAX = 6;
/** A text without a bank's words for cards and debits may be anything, unless it is short. */
const NAME_WORDS_ALONE_MAX = 3;
const NAME_CHARS_MAX = 60;

/** A name from the bank's own field, or what is left of its text without its own words; never the whole text. */
function shownName({ party, text }: Payment, line: Line): string {
  if (party !== '')
    return line.intermediary === null ? party.slice(0, NAME_CHARS_MAX).trim() : namedAs(line.merchant, party);
  const from = line.intermediary === null ? leading(line.merchant) : 0;
  const end = line.merchant.words.findIndex((word, at) => at > from && hasDigit(word));
  const name = slice(line.merchant, from, end < 0 ? undefined : end);
  const isMarked = line.merchant.words
    .slice(0, from)
    .some((word) => CARD_WORDS.has(word) || DEBIT_WORDS.has(word));
  return isMarked || line.intermediary !== null || name.words.length <= NAME_WORDS_ALONE_MAX
    ? namedAs(name, text)
    : '';
}

/** Words in the spelling of the text that they were read from. */
function namedAs({ words }: Tokens, text: string): string {
  const shown = words.slice(0, NAME_WORDS_MAX).join(' ');
  const spelled = text.split(/[\s*,;/]+/).filter((one) => {
    const [word, ...more] = tokensOf(one).words;
    return word !== undefined && words.includes(word) && more.every((other) => words.includes(other));
  });
  const inOrder = spelled.slice(-Math.min(words.length, NAME_WORDS_MAX)).join(' ');
  return (tokensOf(inOrder).compact === tokensOf(shown).compact ? inOrder : shown)
    .slice(0, NAME_CHARS_MAX)
    .trim();
}

/** True for two to four words of letters without a word that only companies use. */
export function looksLikePerson({ words }: Tokens): boolean {
  return (
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => /^[A-Z]+$/.test(word) && !LEGAL_FORMS.has(word) && !isNeutral(word)) &&
    words.some((word) => word.length > 1)
  );
}
