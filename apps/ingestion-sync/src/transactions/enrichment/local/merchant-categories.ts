/** Categories of enriched transactions. */
export const CATEGORIES = [
  'GROCERIES',
  'RESTAURANTS',
  'TRANSPORT',
  'FUEL',
  'TRAVEL',
  'HOUSING',
  'UTILITIES',
  'TELECOM',
  'ENTERTAINMENT',
  'SHOPPING',
  'HEALTH',
  'EDUCATION',
  'INSURANCE',
  'FINANCIAL',
  'GOVERNMENT',
  'CASH',
  'INCOME',
  'TRANSFER',
  'OTHER',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Ranges of ISO 18245 merchant category codes, both ends inclusive; narrower ranges come first. */
const RANGES: readonly (readonly [number, number, Category])[] = [
  [4111, 4131, 'TRANSPORT'],
  [4784, 4789, 'TRANSPORT'],
  [7523, 7523, 'TRANSPORT'],
  [4511, 4511, 'TRAVEL'],
  [3000, 3999, 'TRAVEL'],
  [4411, 4411, 'TRAVEL'],
  [4722, 4722, 'TRAVEL'],
  [7011, 7033, 'TRAVEL'],
  [7512, 7519, 'TRAVEL'],
  [4812, 4821, 'TELECOM'],
  [4899, 4899, 'ENTERTAINMENT'],
  [4900, 4900, 'UTILITIES'],
  [5411, 5499, 'GROCERIES'],
  [5541, 5542, 'FUEL'],
  [5552, 5552, 'FUEL'],
  [5811, 5814, 'RESTAURANTS'],
  [5815, 5818, 'ENTERTAINMENT'],
  [5912, 5912, 'HEALTH'],
  [5975, 5976, 'HEALTH'],
  [8011, 8099, 'HEALTH'],
  [5960, 5960, 'INSURANCE'],
  [6300, 6399, 'INSURANCE'],
  [6010, 6011, 'CASH'],
  [6012, 6051, 'FINANCIAL'],
  [6211, 6211, 'FINANCIAL'],
  [6513, 6513, 'HOUSING'],
  [7829, 7999, 'ENTERTAINMENT'],
  [8211, 8299, 'EDUCATION'],
  [9211, 9405, 'GOVERNMENT'],
  [5200, 5271, 'SHOPPING'],
  [5300, 5399, 'SHOPPING'],
  [5600, 5999, 'SHOPPING'],
];

/** The category of a merchant category code; null if it does not describe a household's spending. */
export function categoryOfMcc(mcc: string): Category | null {
  if (!/^\d{4}$/.test(mcc)) return null;
  const code = Number(mcc);
  return RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? null;
}

/** Patterns of ISO 20022 bank transaction codes and purpose codes that suggest a category. */
const CODES: readonly (readonly [RegExp, Category])[] = [
  [/^PMNT-C(CRD-CWDL|NTR)/, 'CASH'],
  [/^PMNT-MDOP-(CHRG|COMM|INTR)|^ACMT|-(CHRG|FEES|INTR)$/, 'FINANCIAL'],
  [/^(SALA|PENS|BENE|SSBE)$/, 'INCOME'],
  [/^(INSU|LIFI|HLTI)$/, 'INSURANCE'],
  [/^(RENT|HLRP)$/, 'HOUSING'],
  [/^(ELEC|GASB|WTER|ENRG|UBIL)$/, 'UTILITIES'],
  [/^(PHON|NWCH|OTLC)$/, 'TELECOM'],
  [/^(TAXS|VATX|GOVT)$/, 'GOVERNMENT'],
  [/^(LOAN|LOAR)$/, 'FINANCIAL'],
];

export function categoryOfCode(code: string): Category | null {
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
