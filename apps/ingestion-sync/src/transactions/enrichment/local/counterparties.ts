import { normalizedText } from '@tributary/contracts';
import { Category } from './merchant-categories';

/** A counterparty that many people pay. */
export interface KnownCounterparty {
  readonly name: string;
  readonly website: string;
  readonly mcc: string;
  readonly category: Category;
  /** Bills regularly, so two payments already make a subscription. */
  readonly subscription?: true;
}

type Entry = readonly [pattern: RegExp, counterparty: KnownCounterparty];

function entry(pattern: RegExp, name: string, website: string, mcc: string, category: Category): Entry {
  return [pattern, { name, website, mcc, category }];
}

function subscription(
  pattern: RegExp,
  name: string,
  website: string,
  mcc: string,
  category: Category,
): Entry {
  return [pattern, { name, website, mcc, category, subscription: true }];
}

/** Found by patterns in names and references, compared without accents and in capitals. */
const KNOWN: readonly Entry[] = [
  subscription(/\bNETFLIX\b/, 'Netflix', 'netflix.com', '4899', 'ENTERTAINMENT'),
  subscription(/\bSPOTIFY\b/, 'Spotify', 'spotify.com', '5815', 'ENTERTAINMENT'),
  subscription(/\bDISNEY\s?PLUS\b/, 'Disney+', 'disneyplus.com', '4899', 'ENTERTAINMENT'),
  subscription(/\bHBO\s?MAX\b/, 'HBO Max', 'hbomax.com', '4899', 'ENTERTAINMENT'),
  subscription(/\bDEEZER\b/, 'Deezer', 'deezer.com', '5815', 'ENTERTAINMENT'),
  subscription(/\bAUDIBLE\b/, 'Audible', 'audible.com', '5815', 'ENTERTAINMENT'),
  subscription(/\bGITHUB\b/, 'GitHub', 'github.com', '5817', 'ENTERTAINMENT'),
  entry(/\bAMAZON|AMZN\b/, 'Amazon', 'amazon.com', '5942', 'SHOPPING'),
  entry(/\bZALANDO\b/, 'Zalando', 'zalando.com', '5651', 'SHOPPING'),
  entry(/\bIKEA\b/, 'IKEA', 'ikea.com', '5712', 'SHOPPING'),
  entry(/\bLIDL\b/, 'Lidl', 'lidl.com', '5411', 'GROCERIES'),
  entry(/\bALDI\b/, 'Aldi', 'aldi.com', '5411', 'GROCERIES'),
  entry(/\bCARREFOUR\b/, 'Carrefour', 'carrefour.com', '5411', 'GROCERIES'),
  entry(/\bTESCO\b/, 'Tesco', 'tesco.com', '5411', 'GROCERIES'),
  entry(/\bREWE\b/, 'REWE', 'rewe.de', '5411', 'GROCERIES'),
  entry(/\bALBERT HEIJN\b/, 'Albert Heijn', 'ah.nl', '5411', 'GROCERIES'),
  entry(/\b[KS]-?MARKET\b/, 'K-/S-market', '', '5411', 'GROCERIES'),
  entry(/\bMCDONALD'?S\b/, 'McDonald’s', 'mcdonalds.com', '5814', 'RESTAURANTS'),
  entry(/\bSTARBUCKS\b/, 'Starbucks', 'starbucks.com', '5814', 'RESTAURANTS'),
  entry(/\bWOLT\b/, 'Wolt', 'wolt.com', '5812', 'RESTAURANTS'),
  entry(/\bUBER\b/, 'Uber', 'uber.com', '4121', 'TRANSPORT'),
  entry(/\bBOLT\b/, 'Bolt', 'bolt.eu', '4121', 'TRANSPORT'),
  entry(/\bDEUTSCHE BAHN|DB VERTRIEB\b/, 'Deutsche Bahn', 'bahn.de', '4112', 'TRANSPORT'),
  entry(/\bSHELL\b/, 'Shell', 'shell.com', '5541', 'FUEL'),
  entry(/\bNESTE\b/, 'Neste', 'neste.com', '5541', 'FUEL'),
  entry(/\bRYANAIR\b/, 'Ryanair', 'ryanair.com', '4511', 'TRAVEL'),
  entry(/\bFINNAIR\b/, 'Finnair', 'finnair.com', '4511', 'TRAVEL'),
  entry(/\bLUFTHANSA\b/, 'Lufthansa', 'lufthansa.com', '4511', 'TRAVEL'),
  entry(/\bBOOKING\.COM\b/, 'Booking.com', 'booking.com', '7011', 'TRAVEL'),
  entry(/\bAIRBNB\b/, 'Airbnb', 'airbnb.com', '7011', 'TRAVEL'),
  subscription(/\bVODAFONE\b/, 'Vodafone', 'vodafone.com', '4814', 'TELECOM'),
  subscription(/\bTELIA\b/, 'Telia', 'telia.com', '4814', 'TELECOM'),
  subscription(/\bALLIANZ\b/, 'Allianz', 'allianz.com', '6300', 'INSURANCE'),
];

/** Words that suggest a category if the counterparty is unknown. */
const WORDS: readonly (readonly [RegExp, Category])[] = [
  [/\b(SUPERMARKET|SUPERMARCHE|LEBENSMITTEL|RUOKAKAUPPA|POTRAVINY)\b/, 'GROCERIES'],
  [/\b(RESTAURANT|RISTORANTE|RAVINTOLA|PIZZERIA|CAFE|KAHVILA|BAKERY)\b/, 'RESTAURANTS'],
  [/\b(PHARMACY|APOTHEKE|APTEEKKI|FARMACIA|LEKARNA|DENTAL|HOSPITAL|CLINIC)\b/, 'HEALTH'],
  [/\b(INSURANCE|VERSICHERUNG|VAKUUTUS|ASSURANCE|POJISTOVNA)\b/, 'INSURANCE'],
  [/\b(RENT|MIETE|VUOKRA|LOYER|ALQUILER)\b/, 'HOUSING'],
  [/\b(ELECTRICITY|STROM|ENERGIA|ENERGY|WATER|WASSER|HEATING)\b/, 'UTILITIES'],
  [/\b(SALARY|PAYROLL|GEHALT|LOHN|PALKKA|PENSION|WAGES)\b/, 'INCOME'],
  [/\b(ATM|CASH WITHDRAWAL|CASH DEPOSIT|BANKOMAT|GELDAUTOMAT)\b/, 'CASH'],
  [/\b(INTEREST|FEE|CHARGE|LOAN|LEASING|KREDIT)\b/, 'FINANCIAL'],
  [/\b(UNIVERSITY|SCHOOL|TUITION|KINDERGARTEN)\b/, 'EDUCATION'],
  [/\b(TAX|FINANZAMT|VERO)\b/, 'GOVERNMENT'],
];

/** Payment services put their name before the merchant's: `PAYPAL *SPOTIFY`. */
const INTERMEDIARIES: readonly (readonly [RegExp, name: string, website: string])[] = [
  [/^PAYPAL\s*\*\s*/, 'PayPal', 'paypal.com'],
  [/^SUMUP\s*\*\s*/, 'SumUp', 'sumup.com'],
  [/^(ZETTLE|IZETTLE)[_\s]*\*\s*/, 'Zettle', 'zettle.com'],
  [/^SQ\s*\*\s*/, 'Square', 'squareup.com'],
  [/^KLARNA\s*\*\s*/, 'Klarna', 'klarna.com'],
  [/^GOOGLE\s*\*\s*/, 'Google Pay', 'pay.google.com'],
];

/** Limit of a text that is compared with names and words. */
const COMPARED_CHARS_MAX = 500;

/** Normalizes the beginning of a text for comparison: capitals, no accents, single spaces. */
export function comparable(text: string): string {
  return normalizedText(text, 'NFD', COMPARED_CHARS_MAX)
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function knownCounterparty(text: string): KnownCounterparty | null {
  return KNOWN.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

export function categoryOfWords(text: string): Category | null {
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Separates the name of a payment service from the merchant's name. */
export function splitIntermediary(text: string): {
  readonly merchant: string;
  readonly intermediary: { readonly name: string; readonly website: string } | null;
} {
  for (const [pattern, name, website] of INTERMEDIARIES) {
    if (pattern.test(text)) return { merchant: text.replace(pattern, ''), intermediary: { name, website } };
  }
  return { merchant: text, intermediary: null };
}

const COMPANY =
  /\b(OY|OYJ|AB|AS|ASA|APS|GMBH|AG|KG|SE|SA|SAS|SARL|SRL|SPA|BV|NV|LTD|LIMITED|PLC|LLC|INC|SRO|A\.S\.|S\.R\.O\.|RY|E\.V\.|BANK|SHOP|STORE|MARKET)\b/;

/** True for two or three words of letters without a word that only companies use. */
export function looksLikePerson(text: string): boolean {
  return /^[A-Z][A-Z'’-]+( [A-Z][A-Z'’.-]*){1,2}$/.test(text) && !COMPANY.test(text);
}
