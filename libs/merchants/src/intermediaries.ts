import { slice, tokensOf, Tokens } from './tokens';

/** A payment service or a marketplace between the two sides. */
export interface Intermediary {
  /** Its site, the same in every release. */
  readonly key: string;
  readonly name: string;
}

const NAMES: Readonly<Record<string, string>> = {
  'paypal.com': 'PayPal',
  'klarna.com': 'Klarna',
  'sumup.com': 'SumUp',
  'zettle.com': 'Zettle',
  'squareup.com': 'Square',
  'stripe.com': 'Stripe',
  'adyen.com': 'Adyen',
  'mollie.com': 'Mollie',
  'payu.com': 'PayU',
  'przelewy24.pl': 'Przelewy24',
  'ccv.eu': 'CCV',
  'satispay.com': 'Satispay',
  'mobilepay.dk': 'MobilePay',
  'vipps.no': 'Vipps',
  'swish.nu': 'Swish',
  'toasttab.com': 'Toast',
  'shopify.com': 'Shopify',
  'pay.nl': 'Pay.nl',
  'lightspeedhq.com': 'Lightspeed',
  'clearpay.co.uk': 'Clearpay',
  'afterpay.com': 'Afterpay',
  'riverty.com': 'Riverty',
  'scalapay.com': 'Scalapay',
  'alma.eu': 'Alma',
  'oney.com': 'Oney',
  'multisafepay.com': 'MultiSafepay',
  'buckaroo.nl': 'Buckaroo',
  'worldline.com': 'Worldline',
  'nexi.it': 'Nexi',
  'checkout.com': 'Checkout.com',
  'worldpay.com': 'Worldpay',
  'gocardless.com': 'GoCardless',
  'trustly.com': 'Trustly',
  'paytrail.com': 'Paytrail',
  'nets.eu': 'Nets',
  'quickpay.net': 'Quickpay',
  'dotpay.pl': 'Dotpay',
  'tpay.com': 'Tpay',
  'redsys.es': 'Redsys',
  'paddle.com': 'Paddle',
  'fastspring.com': 'FastSpring',
  'digitalriver.com': 'Digital River',
  'zahls.ch': 'Zahls',
  'twint.ch': 'TWINT',
  'pay.amazon.com': 'Amazon Pay',
};

export function intermediaryOf(key: string): Intermediary | null {
  const name = NAMES[key];
  return name === undefined ? null : { key, name };
}

/** Words before a star, at the beginning of a card's line. */
const BEFORE_STAR: Readonly<Record<string, string>> = {
  PAYPAL: 'paypal.com',
  PP: 'paypal.com',
  KLARNA: 'klarna.com',
  K: 'klarna.com',
  SUMUP: 'sumup.com',
  ZETTLE: 'zettle.com',
  IZETTLE: 'zettle.com',
  IZ: 'zettle.com',
  SQ: 'squareup.com',
  SQC: 'squareup.com',
  GOSQ: 'squareup.com',
  CCV: 'ccv.eu',
  SATISPAY: 'satispay.com',
  TST: 'toasttab.com',
  SP: 'shopify.com',
  STRIPE: 'stripe.com',
  ADYEN: 'adyen.com',
  MOLLIE: 'mollie.com',
  PAYNL: 'pay.nl',
  LSP: 'lightspeedhq.com',
  CLEARPAY: 'clearpay.co.uk',
  RIVERTY: 'riverty.com',
  SCALAPAY: 'scalapay.com',
  PADDLE: 'paddle.com',
  PADDLENET: 'paddle.com',
  FS: 'fastspring.com',
  DRI: 'digitalriver.com',
};

/** Words that begin a line without a star, and are never the merchant themselves. */
const LEADING: Readonly<Record<string, string>> = {
  SUMUP: 'sumup.com',
  ZETTLE: 'zettle.com',
  IZETTLE: 'zettle.com',
  PAYPAL: 'paypal.com',
  MOBILEPAY: 'mobilepay.dk',
  SATISPAY: 'satispay.com',
  PAYPRO: 'przelewy24.pl',
  PRZELEWY24: 'przelewy24.pl',
  PAYU: 'payu.com',
  DOTPAY: 'dotpay.pl',
  TPAY: 'tpay.com',
  TWINT: 'twint.ch',
  CLEARPAY: 'clearpay.co.uk',
  PAYTRAIL: 'paytrail.com',
  KLARNA: 'klarna.com',
};

/** Creditors and payees that pass money on, by the first words of their names. */
const PARTIES: readonly (readonly [compact: RegExp, key: string])[] = [
  [/^PAYPAL/, 'paypal.com'],
  [/^KLARNA/, 'klarna.com'],
  [/^(STICHTING)?ADYEN/, 'adyen.com'],
  [/^(STICHTING)?(BETAALDIENSTEN)?MOLLIE/, 'mollie.com'],
  [/^(STICHTINGCUSTODIAN)?STRIPE/, 'stripe.com'],
  [/^PAYU/, 'payu.com'],
  [/^PAYPRO|^PRZELEWY24/, 'przelewy24.pl'],
  [/^(STICHTING)?PAYNL/, 'pay.nl'],
  [/^(STICHTING)?MULTISAFEPAY/, 'multisafepay.com'],
  [/^(STICHTING)?BUCKAROO/, 'buckaroo.nl'],
  [/^SUMUP/, 'sumup.com'],
  [/^(I?ZETTLE|PAYPALZETTLE)/, 'zettle.com'],
  [/^RIVERTY|^AFTERPAY/, 'riverty.com'],
  [/^SCALAPAY/, 'scalapay.com'],
  [/^GOCARDLESS/, 'gocardless.com'],
  [/^TRUSTLY/, 'trustly.com'],
  [/^PAYTRAIL/, 'paytrail.com'],
  [/^CHECKOUTCOM|^CKO/, 'checkout.com'],
  [/^WORLDPAY/, 'worldpay.com'],
  [/^MOBILEPAY/, 'mobilepay.dk'],
  [/^SATISPAY/, 'satispay.com'],
  [/^TPAY|^KRAJOWYINTEGRATORPLATNOSCI/, 'tpay.com'],
];

export function intermediaryParty(name: Tokens): string | null {
  return PARTIES.find(([pattern]) => pattern.test(name.compact))?.[1] ?? null;
}

/** A card's line without what stands before the merchant's name. */
export interface Line {
  readonly merchant: Tokens;
  readonly intermediary: string | null;
}

/** Separates a payment service that stands at the beginning, after `skipped` words of the bank. */
export function splitLine(line: Tokens, skipped: number): Line {
  for (let star = 0; star < line.stars.length; star += 1) {
    const at = line.stars[star] ?? 0;
    for (const from of [at - 1, at - 2]) {
      const key =
        from < 0 || from > skipped + 1 ? undefined : BEFORE_STAR[line.words.slice(from, at).join('')];
      if (key !== undefined)
        return {
          merchant: slice(line, LEADING[line.words[at] ?? ''] === key ? at + 1 : at),
          intermediary: key,
        };
    }
  }
  const first = LEADING[line.words[skipped] ?? ''];
  if (first !== undefined && line.words.length > skipped + 1)
    return { merchant: slice(line, skipped + 1), intermediary: first };
  return { merchant: line, intermediary: null };
}

/** Splits `Coolblue B.V. via Stichting Adyen`: the merchant, and who collects for it. */
export function splitParty(name: Tokens): Line {
  const at = name.words.findIndex((word) => word === 'VIA' || word === 'BY' || word === 'INZAKE');
  if (at <= 0) return { merchant: name, intermediary: null };
  return { merchant: slice(name, 0, at), intermediary: intermediaryParty(slice(name, at + 1)) };
}

/** How intermediaries write the merchant into the remittance text. */
const BEHIND: readonly RegExp[] = [
  /\b(?:Ihr|your|votre|uw) (?:Einkauf|purchase|achat|aankoop) (?:bei|at|chez|bij)\s+([^,/]{2,60})/i,
  /\bEinkauf bei\s+([^,/]{2,60})/i,
  /\bPP\.?\d{2,8}\.?PP\b\s*[/.]*\s*([^,/]{2,60})/i,
];

/** The merchant that an intermediary collects for, as its remittance text names it; null if it names none. */
export function merchantBehind(text: string): Tokens | null {
  for (const pattern of BEHIND) {
    const [, merchant] = pattern.exec(text) ?? [];
    if (merchant !== undefined) return tokensOf(merchant);
  }
  return null;
}
