import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  brandIndex,
  BrandIndex,
  brandTable,
  categoryOfMcc,
  findMerchant,
  intermediaryOf,
  Payment,
} from '../src';
import { tokensOf } from '../src/tokens';

interface Row {
  readonly payment: Payment;
  readonly brands: readonly string[];
  readonly intermediary: string;
  readonly isTrap: boolean;
  readonly isSubscription: boolean;
}

/** The strings as banks report them: a card without an account, a debit with the creditor's id, a transfer with an account. */
function rowsOf(file: string): Row[] {
  const lines = readFileSync(path.join(__dirname, `${file}.psv`), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [country = '', kind, party = '', text = '', brands = '', intermediary = '', flag] =
        line.split('|');
      return {
        payment: {
          party,
          text,
          country,
          mcc: '',
          hasAccount: kind !== 'card',
          isByMerchant: kind === 'debit' && party !== '',
        },
        brands: brands === '-' ? [] : brands.split(';'),
        intermediary,
        isTrap: flag === 't',
        isSubscription: flag === 's',
      };
    });
}

let index: BrandIndex;
beforeAll(async () => {
  index = await brandIndex();
});

const find = (change: Partial<Payment>) =>
  findMerchant(
    { party: '', text: '', country: 'DE', mcc: '', hasAccount: false, isByMerchant: false, ...change },
    index,
  );

/** Shares of what should be found, in percent, and the number of traps that became a brand. */
function figuresOf(rows: readonly Row[]) {
  const seen = rows.map((row) => ({ ...row, merchant: findMerchant(row.payment, index) }));
  const share = (part: readonly unknown[], whole: readonly unknown[]) => (100 * part.length) / whole.length;
  const isRight = ({ brands, merchant: { brand } }: (typeof seen)[number]) =>
    brands.some((name) => tokensOf(name).compact === tokensOf(brand?.name ?? '').compact);
  const branded = seen.filter(({ brands }) => brands.length > 0);
  const collected = seen.filter(({ intermediary }) => intermediary !== '');
  const subscribed = seen.filter(({ isSubscription }) => isSubscription);
  return {
    found: share(branded.filter(isRight), branded),
    wrong: share(
      seen.filter((one) => !one.isTrap && one.merchant.brand !== null && !isRight(one)),
      seen,
    ),
    trapped: seen.filter(({ isTrap, merchant }) => isTrap && merchant.brand !== null).length,
    intermediaries: share(
      collected.filter(
        ({ intermediary, merchant }) => intermediaryOf(merchant.intermediary ?? '')?.name === intermediary,
      ),
      collected,
    ),
    subscriptions: share(
      subscribed.filter(({ merchant }) => merchant.brand?.bills === 'always'),
      subscribed,
    ),
  };
}

describe('the brands of merchant strings of ten countries', () => {
  it.each([['strings'], ['held-back']])('are found, and people and streets are none: %s', (file) => {
    const figures = figuresOf(rowsOf(file));
    process.stdout.write(`${file} ${JSON.stringify(figures)}\n`);
    expect(figures.found).toBeGreaterThanOrEqual(90);
    expect(figures.wrong).toBeLessThanOrEqual(1);
    expect(figures.trapped).toBeLessThanOrEqual(2);
    expect(figures.intermediaries).toBeGreaterThanOrEqual(95);
    expect(figures.subscriptions).toBeGreaterThanOrEqual(90);
  });

  it('are found in strings of a reader who had not seen the matcher', () => {
    const figures = figuresOf(rowsOf('independent'));
    process.stdout.write(`independent ${JSON.stringify(figures)}\n`);
    expect(figures.found).toBeGreaterThanOrEqual(75);
    expect(figures.wrong).toBeLessThanOrEqual(1);
    expect(figures.trapped).toBeLessThanOrEqual(2);
    expect(figures.intermediaries).toBeGreaterThanOrEqual(90);
    expect(figures.subscriptions).toBeGreaterThanOrEqual(80);
  });

  it('take 20 µs each, on a machine that is not busy', () => {
    const payments = rowsOf('strings').map(({ payment }) => payment);
    const rounds = Array.from({ length: 30 }, () => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) for (const payment of payments) findMerchant(payment, index);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / (5 * payments.length);
    });
    process.stdout.write(`${Math.min(...rounds).toFixed(1)} µs of processor time\n`);
    expect(Math.min(...rounds)).toBeLessThan(40);
  });
});

describe('the evidence for a brand', () => {
  it('is the account’s country where two brands have one name', () => {
    const netto = (country: string) => find({ text: 'Dankort NETTO 8021', country }).brand?.countries;
    expect(netto('DK')).toContain('dk');
    expect(netto('FR')).toContain('fr');
  });

  it('is the category of the card', () => {
    expect(find({ party: 'ORANGE PARIS', country: 'FR', mcc: '4814' }).brand?.name).toBe('Orange');
    expect(find({ party: 'ORANGE BLEUE PARIS', country: 'FR', mcc: '5812' }).brand).toBeNull();
  });

  it('of a company is its legal form, which a person has not', () => {
    expect(find({ party: 'Elisa Oyj', hasAccount: true, country: 'FI' }).brand?.name).toBe('Elisa');
    expect(find({ party: 'Elisa Korhonen', hasAccount: true, country: 'FI' })).toMatchObject({
      brand: null,
      isPerson: true,
    });
  });

  it('is not a name inside of a word, or of a street', () => {
    for (const text of ['CB LIDLSHOP REIMS', 'CB GARAGE RUE DECATHLON'])
      expect(find({ text, country: 'FR' }).brand).toBeNull();
  });

  it('is the site in a text, wherever it stands', () => {
    expect(find({ text: 'KARTENZAHLUNG 0800 123 HELP SPOTIFY.COM SE' }).brand?.name).toBe('Spotify');
  });
});

describe('the name of a merchant that no table knows', () => {
  it.each([
    ['BEA, Betaalpas SumUp *Bakkerij Jan,PAS123', 'Bakkerij Jan'],
    ['KARTENZAHLUNG WEINHANDEL VOGT 1234//KOELN/DE', 'WEINHANDEL VOGT'],
    ['Ihr Dauerauftrag wurde heute fuer das naechste Quartal angelegt', ''],
  ])('is a part of the bank’s text, and never the whole: %s', (text, name) => {
    expect(find({ text })).toMatchObject({ brand: null, name });
  });

  it('behind a payment service is the one that the remittance names', () => {
    const found = find({
      party: 'PayPal Europe S.a.r.l. et Cie S.C.A',
      text: 'PP.1234.PP . Tonstudio Ahrens, Ihr Einkauf bei Tonstudio Ahrens',
      isByMerchant: true,
    });
    expect(found).toMatchObject({ brand: null, intermediary: 'paypal.com', name: 'Tonstudio Ahrens' });
  });
});

it('stored keys have a brand in any release: also those of a company’s other brands', () => {
  const table = brandTable();
  expect(table.byStoredKey('netflix.com')?.name).toBe('Netflix');
  expect(table.byStoredKey('Q16968817:anearliername')?.name).toBe('Rewe');
  expect(table.byStoredKey('Q16968817')?.name).toBe('Rewe');
  expect(table.byStoredKey('gone.example')).toBeNull();
});

it('the index has at most 3 MB on disk, and names no place in the list', () => {
  const files = ['brands.txt', 'services.psv'].map((file) => path.join(__dirname, '../src', file));
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(3_000_000);
  expect(brandTable().lines.length).toBeGreaterThan(15_000);
  expect(readFileSync(files[0] ?? '', 'utf8').slice(0, 400)).toMatch(/BSD 3-Clause/);
});

it('40,000 marks cost no more than a few', () => {
  for (const mark of ['*', "'", '&', 'a.', '/ ', 'é', '+', 'PP.1']) {
    const before = process.cpuUsage();
    for (let round = 0; round < 100; round += 1)
      find({ party: mark.repeat(40_000), text: mark.repeat(40_000) });
    expect(process.cpuUsage(before).user / 100).toBeLessThan(2000);
  }
});

it('an invalid merchant category code has no category', () => {
  for (const text of ['', '54', 'abcd', '54111', '9999']) expect(categoryOfMcc(text)).toBeNull();
});
