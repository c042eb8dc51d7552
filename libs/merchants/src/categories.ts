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

/** Ranges of ISO 18245 merchant category codes, both ends inclusive; the first that has a code decides. */
const RANGES: readonly (readonly [number, number, Category])[] = [
  [742, 742, 'OTHER'],
  [763, 780, 'HOUSING'],
  [1520, 1799, 'HOUSING'],
  [2741, 2842, 'OTHER'],
  [3000, 3350, 'TRAVEL'],
  [3351, 3500, 'TRAVEL'],
  [3501, 3999, 'TRAVEL'],
  [4011, 4011, 'TRANSPORT'],
  [4111, 4131, 'TRANSPORT'],
  [4214, 4225, 'OTHER'],
  [4411, 4411, 'TRAVEL'],
  [4457, 4468, 'TRAVEL'],
  [4511, 4582, 'TRAVEL'],
  [4722, 4723, 'TRAVEL'],
  [4784, 4789, 'TRANSPORT'],
  [4812, 4821, 'TELECOM'],
  [4829, 4829, 'FINANCIAL'],
  [4899, 4899, 'ENTERTAINMENT'],
  [4900, 4900, 'UTILITIES'],
  [5013, 5199, 'SHOPPING'],
  [5172, 5172, 'FUEL'],
  [5200, 5271, 'SHOPPING'],
  [5300, 5399, 'SHOPPING'],
  [5411, 5499, 'GROCERIES'],
  [5511, 5533, 'TRANSPORT'],
  [5541, 5542, 'FUEL'],
  [5551, 5551, 'SHOPPING'],
  [5552, 5552, 'FUEL'],
  [5561, 5599, 'TRANSPORT'],
  [5611, 5735, 'SHOPPING'],
  [5811, 5814, 'RESTAURANTS'],
  [5815, 5818, 'ENTERTAINMENT'],
  [5912, 5912, 'HEALTH'],
  [5921, 5921, 'GROCERIES'],
  [5931, 5950, 'SHOPPING'],
  [5960, 5960, 'INSURANCE'],
  [5961, 5969, 'SHOPPING'],
  [5970, 5973, 'SHOPPING'],
  [5975, 5976, 'HEALTH'],
  [5977, 5978, 'SHOPPING'],
  [5983, 5983, 'UTILITIES'],
  [5992, 5999, 'SHOPPING'],
  [6010, 6011, 'CASH'],
  [6012, 6211, 'FINANCIAL'],
  [6300, 6399, 'INSURANCE'],
  [6513, 6513, 'HOUSING'],
  [6529, 6540, 'FINANCIAL'],
  [7011, 7033, 'TRAVEL'],
  [7210, 7230, 'OTHER'],
  [7251, 7299, 'OTHER'],
  [7276, 7276, 'FINANCIAL'],
  [7311, 7399, 'OTHER'],
  [7512, 7519, 'TRAVEL'],
  [7523, 7549, 'TRANSPORT'],
  [7622, 7699, 'HOUSING'],
  [7800, 7999, 'ENTERTAINMENT'],
  [8011, 8099, 'HEALTH'],
  [8111, 8111, 'OTHER'],
  [8211, 8299, 'EDUCATION'],
  [8351, 8351, 'EDUCATION'],
  [8398, 8999, 'OTHER'],
  [9211, 9405, 'GOVERNMENT'],
  [9950, 9950, 'OTHER'],
];

/** The category of a merchant category code; null if it does not describe a household's spending. */
export function categoryOfMcc(mcc: string): Category | null {
  if (!/^\d{4}$/.test(mcc)) return null;
  const code = Number(mcc);
  const found = RANGES.find(([from, to]) => code >= from && code <= to)?.[2] ?? null;
  return found === 'OTHER' ? null : found;
}

/** Patterns of ISO 20022 bank transaction codes and purpose codes that suggest a category. */
const CODES: readonly (readonly [RegExp, Category])[] = [
  [/^PMNT-C(CRD-CWDL|CRD-CDPT|NTR)/, 'CASH'],
  [/^PMNT-MDOP-(CHRG|COMM|INTR)|^ACMT|-(CHRG|FEES|INTR|COMM)$/, 'FINANCIAL'],
  [
    /^(LDAS|TRAD|SECU)-|^PMNT-DRFT|^(INTE|DIVD|DIVI|SECU|TREA|LOAN|LOAR|CCRD|CHAR|COMM|FEES|IVPT|SAVG)$/,
    'FINANCIAL',
  ],
  [/^PMNT-RCDT-SALA|^(SALA|PENS|BENE|SSBE|PAYR|BONU|UNEM|ALLW|BECH|PRCP|COMC)$/, 'INCOME'],
  [/^(INSU|INPC|LIFI|HLTI|PPTI|LBRI|GOVI)$/, 'INSURANCE'],
  [/^(RENT|HLRP|HLST)$/, 'HOUSING'],
  [/^(ELEC|GASB|WTER|ENRG|UBIL)$/, 'UTILITIES'],
  [/^(PHON|NWCH|NWCM|OTLC|CBTV|TLCM)$/, 'TELECOM'],
  [/^(TAXS|VATX|GOVT|GSTX|HSTX|INTX|NITX|ESTX|PTXP|RDTX|TAXR|WHLD)$/, 'GOVERNMENT'],
  [/^(AIRB|BUSB|FERB|RLWY|TBIL|TRPT|CBLK|TOLL)$/, 'TRANSPORT'],
  [/^(HLTC|HSPC|MDCS|DNTS|VIEW|CVCF|DMEQ|LTCF|PHYS)$/, 'HEALTH'],
  [/^(EDUC|STDY|TUIT)$/, 'EDUCATION'],
  [/^(GDDS|GDSV)$/, 'SHOPPING'],
  [/^(CDCB|CWDL)$/, 'CASH'],
];

/** The category of a bank transaction code or a purpose code of ISO 20022; null if it suggests none. */
export function categoryOfCode(code: string): Category | null {
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** The category and the usual merchant category code of the kinds of brands; the first pattern decides. */
const KINDS: readonly (readonly [RegExp, Category, mcc: string])[] = [
  [/^(streaming|shop\/video)$/, 'ENTERTAINMENT', '4899'],
  [/^(music|shop\/music)$/, 'ENTERTAINMENT', '5815'],
  [/^games$/, 'ENTERTAINMENT', '5816'],
  [/^(software|membership|online\/.*)$/, 'ENTERTAINMENT', '5817'],
  [/^(fitness|leisure\/(fitness_centre|sports_centre|sauna))$/, 'ENTERTAINMENT', '7997'],
  [/^(tickets|shop\/ticket)$/, 'ENTERTAINMENT', '7922'],
  [
    /^(lottery|shop\/(lottery|bookmaker)|amenity\/(casino|gambling)|leisure\/(adult_gaming_centre|amusement_arcade))$/,
    'ENTERTAINMENT',
    '7995',
  ],
  [/^amenity\/cinema$/, 'ENTERTAINMENT', '7832'],
  [/^(leisure|tourism\/theme_park)/, 'ENTERTAINMENT', '7999'],
  [/^(news|shop\/newsagent)$/, 'ENTERTAINMENT', '5994'],
  [/^fee$/, 'ENTERTAINMENT', '4899'],
  [/^marketplace$/, 'SHOPPING', '5999'],
  [/^(fashion|shop\/clothes|shop\/shoes|shop\/bag)/, 'SHOPPING', '5651'],
  [/^(furniture|shop\/furniture|shop\/bed)$/, 'SHOPPING', '5712'],
  [/^(sport|shop\/sports|shop\/outdoor)$/, 'SHOPPING', '5941'],
  [
    /^(groceries|shop\/(supermarket|convenience|greengrocer|frozen_food|deli|butcher|health_food|seafood|cheese|dairy|wholesale|food))$/,
    'GROCERIES',
    '5411',
  ],
  [/^shop\/(alcohol|beverages|wine)$/, 'GROCERIES', '5921'],
  [/^shop\/(bakery|pastry|confectionery|chocolate|coffee|tea|nuts|spices)$/, 'GROCERIES', '5462'],
  [/^(delivery|amenity\/(restaurant|pub|bar))$/, 'RESTAURANTS', '5812'],
  [/^amenity\/(fast_food|cafe|ice_cream)$/, 'RESTAURANTS', '5814'],
  [/^(ride|amenity\/(taxi|car_sharing|bicycle_rental|motorcycle_rental))$/, 'TRANSPORT', '4121'],
  [/^rail$/, 'TRANSPORT', '4112'],
  [/^transit$/, 'TRANSPORT', '4111'],
  [/^(parking|amenity\/parking)$/, 'TRANSPORT', '7523'],
  [/^toll$/, 'TRANSPORT', '4784'],
  [
    /^shop\/(car|motorcycle|truck|tractor)|^shop\/tyres|^amenity\/(car_wash|vehicle_inspection)/,
    'TRANSPORT',
    '7538',
  ],
  [/^(amenity\/fuel|amenity\/charging_station|highway\/services)$/, 'FUEL', '5541'],
  [/^airline$/, 'TRAVEL', '4511'],
  [/^(travel|shop\/travel_agency)$/, 'TRAVEL', '4722'],
  [/^(lodging|tourism\/(hotel|hostel|motel|caravan_site))$/, 'TRAVEL', '7011'],
  [/^amenity\/car_rental$/, 'TRAVEL', '7512'],
  [/^(telecom|office\/telecommunication|shop\/(mobile_phone|telecommunication))$/, 'TELECOM', '4814'],
  [/^(energy|water|office\/(energy_supplier|water_utility)|shop\/gas)$/, 'UTILITIES', '4900'],
  [/^(insurance|office\/insurance)$/, 'INSURANCE', '6300'],
  [/^atm$/, 'CASH', '6011'],
  [/^broker$/, 'FINANCIAL', '6211'],
  [
    /^(finance|amenity\/(bank|money_transfer|bureau_de_change)|office\/(financial|financial_advisor|mortgage|tax_advisor)|shop\/(money_lender|pawnbroker|gold_buyer))$/,
    'FINANCIAL',
    '6012',
  ],
  [/^(amenity\/pharmacy)$/, 'HEALTH', '5912'],
  [/^shop\/(optician|hearing_aids|medical_supply)$/, 'HEALTH', '8043'],
  [/^(healthcare\/|amenity\/(doctors|dentist|clinic|hospital|veterinary))/, 'HEALTH', '8099'],
  [
    /^(education|amenity\/(language_school|music_school|university|college|prep_school|training|driving_school|childcare))$/,
    'EDUCATION',
    '8299',
  ],
  [/^(office\/estate_agent|shop\/storage_rental|office\/moving_company)$/, 'HOUSING', '6513'],
  [/^shop\/(chemist|cosmetics|perfumery|beauty)$/, 'SHOPPING', '5977'],
  [/^shop\/(doityourself|hardware|trade|garden_centre|paint)$/, 'SHOPPING', '5200'],
  [/^shop\/(electronics|computer|hifi|appliance|electrical|video_games)$/, 'SHOPPING', '5732'],
  [/^shop\/books$/, 'SHOPPING', '5942'],
  [/^shop\/(department_store|variety_store|general|mall)$/, 'SHOPPING', '5311'],
  [/^(shopping|shop\/)/, 'SHOPPING', '5999'],
];

interface KindFacts {
  readonly category: Category;
  readonly mcc: string;
}

const known = new Map<string, KindFacts>();

/** The category of a kind of brand, and the code that card schemes give it; empty where none is usual. */
export function ofKind(kind: string): KindFacts {
  const before = known.get(kind);
  if (before) return before;
  const [, category, mcc] = KINDS.find(([pattern]) => pattern.test(kind)) ?? [null, 'OTHER' as const, ''];
  const facts = { category, mcc };
  known.set(kind, facts);
  return facts;
}

/** Words that suggest a category if the counterparty is unknown. */
const WORDS: readonly (readonly [RegExp, Category])[] = [
  [/\b(SUPERMARKET|SUPERMARCHE|LEBENSMITTEL|RUOKAKAUPPA|POTRAVINY|SUPERMERCADO|SUPERMERCATO)\b/, 'GROCERIES'],
  [
    /\b(RESTAURANT|RISTORANTE|RAVINTOLA|PIZZERIA|CAFE|KAHVILA|BAKERY|RESTAURACJA|RESTAURANTE|RESTAURANG|TRATTORIA)\b/,
    'RESTAURANTS',
  ],
  [
    /\b(PHARMACY|APOTHEKE|APTEEKKI|FARMACIA|LEKARNA|PHARMACIE|APOTHEEK|APTEKA|DENTAL|HOSPITAL|CLINIC)\b/,
    'HEALTH',
  ],
  [
    /\b(INSURANCE|VERSICHERUNG|VAKUUTUS|ASSURANCE|POJISTOVNA|FORSAKRING|FORSIKRING|VERZEKERING|SEGUROS)\b/,
    'INSURANCE',
  ],
  [/\b(RENT|MIETE|VUOKRA|LOYER|ALQUILER|HYRA|HUUR|CZYNSZ|AFFITTO|HUSLEJE)\b/, 'HOUSING'],
  [/\b(ELECTRICITY|STROM|ENERGIA|ENERGY|WATER|WASSER|HEATING|SAHKO)\b/, 'UTILITIES'],
  [
    /\b(SALARY|PAYROLL|GEHALT|LOHN|PALKKA|PENSION|WAGES|SALAIRE|NOMINA|STIPENDIO|SALARIS|LONEOVERFORSEL|WYNAGRODZENIE)\b/,
    'INCOME',
  ],
  [/\b(ATM|CASH WITHDRAWAL|CASH DEPOSIT|BANKOMAT|GELDAUTOMAT|DAB|CAJERO|GELDAUTOMAAT)\b/, 'CASH'],
  [/\b(INTEREST|FEE|CHARGE|LOAN|LEASING|KREDIT|ZINSEN|COMMISSION|COMISION)\b/, 'FINANCIAL'],
  [/\b(UNIVERSITY|SCHOOL|TUITION|KINDERGARTEN)\b/, 'EDUCATION'],
  [/\b(TAX|FINANZAMT|VERO|IMPOTS|DGFIP|SKATTEVERKET|BELASTINGDIENST|HMRC)\b/, 'GOVERNMENT'],
];

/** @param text in capitals, without accents */
export function categoryOfWords(text: string): Category | null {
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
