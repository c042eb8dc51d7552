/** The other party of a movement; all are invented. */
export interface Party {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  /** Texts of the party; `#` stands for a number. */
  readonly texts: readonly string[];
}

interface Language {
  /** The employer is first. */
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly kinds: { readonly out: readonly string[]; readonly in: readonly string[] };
  readonly categories: readonly string[];
}

const GERMAN: Language = {
  names: [
    'Hafenwerk GmbH',
    'Bäckerei Krüger',
    'Stadtwerke Süd',
    'Anna Weiß',
    'Drogerie & Co. KG',
    'Kino "Luna"',
  ],
  texts: [
    'Rechnung #',
    'Miete März; Wohnung 3',
    'Kd-Nr. # Abschlag 12,50 EUR',
    'Einkauf vom 03.04.',
    'Danke für "alles"',
    'Beitrag 2026',
  ],
  kinds: {
    out: ['Lastschrift', 'Überweisung', 'Kartenzahlung'],
    in: ['Gutschrift', 'Lohn/Gehalt', 'Überweisung'],
  },
  categories: ['Haushalt', 'Freizeit', 'Wohnen'],
};
const ENGLISH: Language = {
  names: [
    'Harbour Works Ltd',
    'Corner Bakery',
    "O'Brien & Sons",
    'Green Energy, Inc.',
    'Cinema Luna',
    'J. Smith',
  ],
  texts: [
    'Invoice #',
    'CARD 4411 COFFEE, LONDON',
    'Rent, flat 3',
    'REF # ON 03/04',
    'Thanks for "everything"',
    'Membership 2026',
  ],
  kinds: { out: ['Card payment', 'Direct debit', 'Transfer'], in: ['Transfer', 'Deposit', 'Interest'] },
  categories: ['Groceries', 'Leisure', 'Housing'],
};
const DUTCH: Language = {
  names: ['Havenbedrijf B.V.', 'Bakkerij de Zon', 'Energie Zuid', 'J. de Vries', 'Bioscoop Luna', 'Café Oké'],
  texts: [
    'Factuur #',
    'Huur maart, woning 3',
    'Klantnr # termijn 12,50',
    'Pas 012 03-04 om 12:10',
    'Bedankt',
    'Contributie 2026',
  ],
  kinds: {
    out: ['Betaalautomaat', 'Incasso', 'Overschrijving'],
    in: ['Overschrijving', 'Storting', 'Salaris'],
  },
  categories: ['Boodschappen', 'Vrije tijd', 'Wonen'],
};
const FRENCH: Language = {
  names: [
    'Atelier du Port SARL',
    'Boulangerie Hélène',
    'Énergie Sud',
    'M. François',
    'Cinéma Luna',
    'Épicerie 24',
  ],
  texts: [
    'Facture #',
    'Loyer mars; appartement 3',
    "CB L'ÉPICERIE 03/04",
    'Réf # échéance 12,50',
    'Merci',
    'Cotisation 2026',
  ],
  kinds: { out: ['Carte', 'Prélèvement', 'Virement émis'], in: ['Virement reçu', 'Versement', 'Salaire'] },
  categories: ['Courses', 'Loisirs', 'Logement'],
};
const SOUTHERN: Language = {
  names: [
    'Talleres del Puerto S.L.',
    'Panadería Núñez',
    'Energia Sud',
    'João Conceição',
    'Cine Luna',
    'Caffè Roma',
  ],
  texts: [
    'Factura #',
    'Alquiler marzo; piso 3',
    'POS 4411 CAFFÈ 03/04',
    'Pagamento #',
    'Gracias',
    'Cuota 2026',
  ],
  kinds: { out: ['Tarjeta', 'Recibo', 'Bonifico'], in: ['Nómina', 'Ingreso', 'Transferencia'] },
  categories: ['Compras', 'Ocio', 'Vivienda'],
};
const NORDIC: Language = {
  names: ['Hamnverket AB', 'Bageri Åström', 'Elkraft Sør', 'Jørgen Sæther', 'Biograf Luna', 'Kiosken & Co'],
  texts: ['Faktura #', 'Hyra mars', 'Kortköp 0304 KAFÉ', 'Swish #', 'Tack', 'Medlemskap 2026'],
  kinds: { out: ['Kortköp', 'Autogiro', 'Overførsel'], in: ['Insättning', 'Lön', 'Swish'] },
  categories: ['Mat', 'Fritid', 'Boende'],
};
const SLAVIC: Language = {
  names: [
    'Przystań Sp. z o.o.',
    'Pekařství Novák',
    'Energia Południe',
    'Jan Wiśniewski',
    'Kino Luna',
    'Žabka 12',
  ],
  texts: ['Faktura #', 'Czynsz marzec', 'Platba kartou 03.04.', 'Nájem #', 'Dziękuję', 'Składka 2026'],
  kinds: { out: ['Platba kartou', 'Przelew', 'Inkaso'], in: ['Przelew przychodzący', 'Mzda', 'Vklad'] },
  categories: ['Zakupy', 'Volný čas', 'Mieszkanie'],
};
const RUSSIAN: Language = {
  names: ['ООО Гавань', 'Пекарня Заря', 'Энергия Юг', 'Иванова А. П.', 'Кино Луна', 'Магазин 24'],
  texts: ['Счёт #', 'Аренда март', 'Покупка 03.04', 'Перевод #', 'Спасибо', 'Взнос 2026'],
  kinds: { out: ['Покупка', 'Платёж', 'Перевод'], in: ['Зачисление', 'Возврат', 'Зарплата'] },
  categories: ['Продукты', 'Досуг', 'Жильё'],
};
const CHINESE: Language = {
  names: ['海港有限公司', '面包店', '南方电力', '王小明', '月亮影院', '便利店24'],
  texts: ['账单 #', '三月房租', '消费 0304', '转账 #', '谢谢', '会费 2026'],
  kinds: { out: ['消费', '转账', '代扣'], in: ['工资', '退款', '转入'] },
  categories: ['餐饮', '娱乐', '住房'],
};

const JAPANESE: Language = {
  names: ['港湾株式会社', 'パン屋クルミ', '南電力', '田中太郎', '月映画館', 'コンビニ24'],
  texts: ['請求書 #', '家賃3月分', 'カード 0304', '振込 #', 'ありがとう', '会費2026'],
  kinds: { out: ['カード', '振込', '口座振替'], in: ['給与', '返金', '振込入金'] },
  categories: ['食費', '趣味', '住居'],
};
const FINNISH: Language = {
  names: ['Satamatyö Oy', 'Leipomo Särkkä', 'Etelän Sähkö', 'Virtanen Matti', 'Elokuvat Luna', 'Kioski & Co'],
  texts: ['Lasku #', 'Vuokra maaliskuu', 'Korttiosto 0304', 'Viesti #', 'Kiitos', 'Jäsenmaksu 2026'],
  kinds: { out: ['Korttiosto', 'Tilisiirto', 'E-lasku'], in: ['Palkka', 'Tilisiirto', 'Pano'] },
  categories: ['Ruoka', 'Vapaa-aika', 'Asuminen'],
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(['DE', 'AT', 'CH'].map((country) => [country, GERMAN])),
  ...Object.fromEntries(['NL', 'BE'].map((country) => [country, DUTCH])),
  ...Object.fromEntries(['FR', 'CD'].map((country) => [country, FRENCH])),
  ...Object.fromEntries(['ES', 'IT', 'PT', 'BR', 'AR', 'MX', 'CO'].map((country) => [country, SOUTHERN])),
  ...Object.fromEntries(['SE', 'NO', 'DK'].map((country) => [country, NORDIC])),
  ...Object.fromEntries(['PL', 'CZ', 'SK', 'HU', 'LT', 'LV', 'EE'].map((country) => [country, SLAVIC])),
  RU: RUSSIAN,
  JP: JAPANESE,
  FI: FINNISH,
  CN: CHINESE,
};
const CURRENCIES: Readonly<Record<string, string>> = {
  GB: 'GBP',
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  CH: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RU: 'RUB',
  CN: 'CNY',
  HK: 'HKD',
  SG: 'SGD',
  IN: 'INR',
  BR: 'BRL',
  AR: 'ARS',
  MX: 'MXN',
  CO: 'COP',
  ZA: 'ZAR',
  CD: 'USD',
  MV: 'MVR',
  JP: 'JPY',
};

export function languageOf(country: string): Language {
  return LANGUAGES[country] ?? ENGLISH;
}

export function currencyOfCountry(country: string): string {
  return CURRENCIES[country] ?? 'EUR';
}

export function partiesOf(country: string): Party[] {
  const { names, texts } = languageOf(country);
  return names.map((name, index) => ({
    name,
    iban: IBANS[index % IBANS.length] as string,
    bic: BICS[index % BICS.length] as string,
    texts: index === 0 ? texts.slice(0, 2) : texts,
  }));
}

/** The IBANs of the account and of others: published examples. */
export const OWN_IBAN = 'DE89370400440532013000';
const IBANS = [
  'DE02120300000000202051',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
  'BE68539007547034',
];
const BICS = ['BYLADEM1001', 'PSSTFRPPPAR', 'NWBKGB2L', 'ABNANL2A', 'GKCCBEBB'];
