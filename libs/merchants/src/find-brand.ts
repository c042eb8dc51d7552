import { BrandIndex } from './brand-index';
import { Brand } from './brand-table';
import { Tokens } from './tokens';
import { hasDigit, isFiller, isNeutral, isOfBank, isOtherBusiness, LEGAL_FORMS, STREETS } from './words';

/**
 * Who may be on the other side: a business that took a card or collected a debit; whoever has a wallet; or whoever has an
 * account, which is a person more often than not.
 */
export type Side = 'business' | 'wallet' | 'account';

/** What is known of a payment beside a text in which a brand is looked for. */
export interface Circumstances {
  /** Code of ISO 3166 in small letters of the account; null if it is not known. */
  readonly country: string | null;
  /** Merchant category of the payment; null if none is reported. */
  readonly category: string | null;
  readonly side: Side;
}

export interface Found {
  readonly brand: Brand;
  /** From 0 to 1. */
  readonly certainty: number;
}

const WORDS_OF_A_NAME_MAX = 6;
/** Positions at which a name may begin. */
const POSITIONS_MAX = 24;
const CUT_CHARS_MIN = 8;
/** After more strange words than these only a site is evidence. */
const BEFORE_MAX = 2;
const WORDS_OF_A_SITE_MAX = 3;

/** A name of the index in a text. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly compact: string;
  /** Cut off at the end of the line. */
  readonly isCut?: true;
}

/**
 * Finds the brand that a merchant's name means, by the evidence for it: how rare the name is, where it stands, what stands
 * around it, where the account is and what the card says. Pure.
 */
export function findBrand(text: Tokens, index: BrandIndex, circumstances: Circumstances): Found | null {
  let best: { readonly brand: Brand; readonly score: number; readonly end: number } | null = null;
  for (const span of spansOf(text, index)) {
    if (best !== null && span.from >= best.end) break; // nothing later proves more
    const strength = strengthOf(text, span, index);
    const context = contextOf(text, span, strength, circumstances);
    if (context === null) continue;
    for (const brand of brandsOf(span, index)) {
      const score =
        strength + context + facts(brand, strength, circumstances) + oddities(text, span, strength, brand);
      const exact = score + (brand.compact === span.compact ? 1 : 0);
      if (exact > (best?.score ?? 0) && score >= SCORE_MIN) best = { brand, score: exact, end: span.to };
    }
  }
  return best && { brand: best.brand, certainty: certaintyOf(best.score) };
}

/** The spans of a text that are names of the index, the earliest and longest first. */
function* spansOf(text: Tokens, index: BrandIndex): Generator<Span> {
  const { words, compact, starts } = text;
  let strange = 0;
  for (let from = 0; from < Math.min(words.length, POSITIONS_MAX); from += 1) {
    const word = words[from] ?? '';
    const wordsMax = strange > BEFORE_MAX ? WORDS_OF_A_SITE_MAX : WORDS_OF_A_NAME_MAX;
    const to = index.mayBegin(compact, starts[from] ?? 0, word)
      ? Math.min(words.length, from + wordsMax)
      : from;
    for (let end = to; end > from; end -= 1) {
      const name = compact.slice(starts[from], starts[end]);
      if (index.has(name) && (end - from > 1 || !isOfBank(name))) yield { from, to: end, compact: name };
    }
    if (!isFiller(word)) strange += 1;
  }
  const from = words.findIndex((word) => !isFiller(word));
  const rest = from < 0 ? '' : compact.slice(starts[from]);
  if (rest.length >= CUT_CHARS_MIN && words.length - from > 1 && !index.has(rest))
    yield { from, to: words.length, compact: rest, isCut: true };
}

function brandsOf({ compact, isCut }: Span, index: BrandIndex): readonly Brand[] {
  return isCut ? index.beginningWith(compact) : index.named(compact);
}

const SITE = 6;
const STRONG = 4;
const WEAK = 1;

/** How much a name alone proves. */
function strengthOf({ words }: Tokens, { from, to, compact, isCut }: Span, index: BrandIndex): number {
  if (isCut) return STRONG;
  if (to - from > 1 && index.isSite(compact)) return SITE;
  const own = words.slice(from, to);
  if (own.length === 1)
    return compact.length <= 3 || index.isCommon(compact) ? WEAK : compact.length <= 4 ? 2 : STRONG;
  const rare = own.filter((word) => word.length > 2 && !index.isCommon(word) && !isNeutral(word));
  if (compact.length < 5) return WEAK;
  const isLong = compact.length >= 9 && own.some((word) => !index.isCommon(word));
  return rare.length > 0 || isLong ? STRONG + 0.5 * (own.length - 1) : 2.5;
}

/** Evidence of what stands before and after a name; null if it cannot be the merchant there. */
function contextOf({ words }: Tokens, span: Span, strength: number, { side }: Circumstances): number | null {
  const before = words.slice(0, span.from).filter((word) => !isFiller(word) && !LEGAL_FORMS.has(word)).length;
  const after = wordsAfter(words, span.to);
  const strange = after.filter((word) => !isNeutral(word)).length;
  if (STREETS.has(words[span.from - 1] ?? '')) return null;
  if (strength === SITE) return 2 - Math.min(before, 2) * 0.5;
  const isCompany = after.some((word) => LEGAL_FORMS.has(word));
  if (side !== 'business' && (before > 0 || (strange > 0 && !isCompany))) return null;
  if (side === 'account') return isCompany ? 3 : strength > WEAK ? 1 : 0;
  const next = after[0];
  const follows =
    next === undefined
      ? 1.5
      : isNeutral(next)
        ? 2
        : strange === 1
          ? 1
          : strength >= STRONG
            ? 0.5
            : strange === 2
              ? 0
              : -1;
  if (before === 0) return 2 + follows;
  return strength >= STRONG && before <= BEFORE_MAX ? -1 + 0.5 * follows - before * 0.5 : null;
}

/** The words after a name, up to the number of a branch or a card: after those stands what the bank adds. */
function wordsAfter(words: readonly string[], from: number): readonly string[] {
  const number = words.findIndex((word, at) => at > from && hasDigit(word));
  return words.slice(from, number < 0 ? undefined : number + 1);
}

/** Evidence of the account's country, and of the card's category. */
function facts(brand: Brand, strength: number, { country, category }: Circumstances): number {
  const isSomewhere = brand.countries.length > 0;
  const ofCountry =
    country === null
      ? 0
      : isSomewhere
        ? brand.countries.includes(country)
          ? 1
          : strength > STRONG
            ? -1.5
            : -4
        : 0.5;
  const ofCard =
    category === null || brand.category === 'OTHER' ? 0 : category === brand.category ? 1.5 : -1.5;
  const ofKind =
    /^(amenity\/(bank|charging_station|bicycle_rental|post_office)|office\/|online\/|craft\/)/.test(
      brand.kind,
    )
      ? -0.5
      : 0;
  return ofCountry + ofCard + ofKind + (brand.kind.includes('/') ? 0 : 0.25);
}

/** Words of another kind of business beside the name: `SKY BLUE NAILS`, `BAR TIM`. */
function oddities({ words }: Tokens, { from, to }: Span, strength: number, brand: Brand): number {
  if (words.slice(0, from).some((word) => isOtherBusiness(word, brand.kind))) return -4;
  // A list of services has every word as a name, so these have to be the whole name.
  if (brand.kind === 'online/service' && strength < SITE && words.slice(to).some((word) => !isNeutral(word)))
    return -4;
  return words.slice(to).some((word) => isOtherBusiness(word, brand.kind))
    ? strength >= STRONG
      ? -0.5
      : -4
    : 0;
}

/** Below it a brand is not named. */
const SCORE_MIN = 3.5;

function certaintyOf(score: number): number {
  return Math.min(0.98, 0.6 + (score - SCORE_MIN) * 0.06);
}
