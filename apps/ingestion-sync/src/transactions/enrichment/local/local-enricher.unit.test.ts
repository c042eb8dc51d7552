import { TransactionDocument } from '@tributary/contracts';
import fc from 'fast-check';
import { CATEGORIES, Enriched, expandedEnrichment } from '@tributary/merchants';
import { addDays } from '@tributary/money';
import { EnrichableTransaction } from '../enrichment.port';
import { LocalEnricher } from './local-enricher';
import { recurring } from './subscriptions';

let nextId = 1;

function transaction(name: string, change: Partial<TransactionDocument> = {}): EnrichableTransaction {
  const document: TransactionDocument = {
    amount: '-9.99',
    currency: 'EUR',
    booked: true,
    mapped_fields: { date: '2026-03-02' },
    booking_date: '2026-03-02',
    booking_datetime: '',
    value_date: null,
    value_datetime: '',
    creditor: { name },
    ...change,
  };
  return { id: nextId++, document };
}

/** As clients get them. */
async function enrich(
  transactions: readonly EnrichableTransaction[],
): Promise<ReadonlyMap<number, Enriched>> {
  const found = await new LocalEnricher().enrich({ country: null, transactions });
  return new Map([...found].map(([id, stored]) => [id, expandedEnrichment(stored)]));
}

async function enriched(name: string, change: Partial<TransactionDocument> = {}): Promise<Enriched> {
  const one = transaction(name, change);
  const result = (await enrich([one])).get(one.id);
  if (!result) throw new Error('nothing was added');
  return result;
}

describe('the enrichment of a transaction', () => {
  it('has the name, site, codes and category of a known counterparty', async () => {
    expect(await enriched('NETFLIX.COM Amsterdam')).toEqual({
      provider: 'LOCAL',
      counterparty: { name: 'Netflix', logo_url: '', website: 'netflix.com', mccs: '4899' },
      intermediary: { name: '', logo_url: '', website: '', mccs: '' },
      category_general: 'ENTERTAINMENT',
      location: { raw_address: '', google_maps_url: '', apple_maps_url: '' },
      certainty_score: '0.95',
      is_subscription: 'true',
      is_personal: 'false',
    });
  });

  it('names the payment service, and the merchant behind it', async () => {
    expect(await enriched('PayPal *Spotify AB')).toMatchObject({
      intermediary: { name: 'PayPal', website: 'paypal.com' },
      counterparty: { name: 'Spotify' },
    });
    expect(await enriched('SumUp  *Kahvila Öljy')).toMatchObject({
      intermediary: { name: 'SumUp' },
      counterparty: { name: 'Kahvila Öljy' },
      category_general: 'RESTAURANTS',
    });
  });

  it.each([
    ['5411', 'GROCERIES'],
    ['3245', 'TRAVEL'],
    ['4900', 'UTILITIES'],
    ['8062', 'HEALTH'],
    ['0000', 'OTHER'],
  ])('has for the merchant category code %s the category %s', async (mcc, category) => {
    const codes = { merchant_category_code: mcc };
    expect(await enriched('Somebody 17', { codes })).toMatchObject({ category_general: category });
  });

  it.each([
    [{ codes: { bank_transaction_code: 'PMNT-CCRD-CWDL' } }, 'CASH'],
    [{ codes: { purpose_code: 'SALA' }, amount: '2000.00', debtor: { name: 'Work 4 You' } }, 'INCOME'],
    [{ remittance_information: { unstructured: 'Miete März' } }, 'HOUSING'],
    [{ remittance_information: { unstructured: 'whatever' } }, 'OTHER'],
  ])('prefers codes to words: %j is %s', async (change, category) => {
    expect(await enriched('X 1', change)).toMatchObject({ category_general: category });
  });

  it('distinguishes a person from a company', async () => {
    const iban = 'FI2112345600000785';
    expect(await enriched('', { creditor: { name: 'Maija Meikäläinen', iban } })).toMatchObject({
      is_personal: 'true',
      category_general: 'TRANSFER',
    });
    expect(await enriched('', { creditor: { name: 'Muster Bau GmbH', iban } })).toMatchObject({
      is_personal: 'false',
    });
    for (const company of ['Maija Meikäläinen', 'Kahvila', 'ACME 24'])
      expect(await enriched(company)).toMatchObject({ is_personal: 'false' });
  });

  it('is stored in a tenth of the bytes, and not at all where it follows from the tables', async () => {
    const one = transaction('PAYPAL *SPOTIFY');
    const found = await new LocalEnricher().enrich({ country: null, transactions: [one] });
    expect(JSON.stringify(found.get(one.id))).toMatch(
      /^\{"b":"spotify\.com","i":"paypal\.com","s":\d\d,"f":"s"\}$/,
    );
  });

  it('contains only texts, whatever the input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ maxLength: 4 }), async (name, mcc) => {
        const result = await enriched(name, { codes: { merchant_category_code: mcc } });
        expect(CATEGORIES).toContain(result.category_general);
        expect(Object.values(result).every((it) => ['string', 'object'].includes(typeof it))).toBe(true);
      }),
    );
  });
});

describe('a subscription', () => {
  const monthly = (name: string, days: readonly string[], amounts: readonly string[] = ['-9.99']) =>
    days.map((day, index) =>
      transaction(name, { booking_date: day, amount: amounts[index % amounts.length] ?? '-9.99' }),
    );

  it('is a monthly payment of about the same amount to the same party', async () => {
    const payments = monthly('Gym Town', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    const groceries = ['2026-01-03', '2026-01-09', '2026-02-20', '2026-03-01'].map((day, index) =>
      transaction('Lidl', { booking_date: day, amount: `-${20 + 17 * index}.10` }),
    );
    const result = await enrich([...payments, ...groceries]);
    for (const { id } of payments) expect(result.get(id)?.is_subscription).toBe('true');
    for (const { id } of groceries) expect(result.get(id)?.is_subscription).toBe('false');
  });

  it('may become more expensive, and is distinct from other payments to the same party', async () => {
    const days = ['2026-01-05', '2026-02-05', '2026-03-05', '2026-04-07'];
    const payments = monthly('Shop & Stream', days, ['-9.99', '-9.99', '-10.99', '-10.99']);
    const once = transaction('Shop & Stream', { booking_date: '2026-02-11', amount: '-149.00' });
    const result = await enrich([...payments, once]);
    expect(payments.map(({ id }) => result.get(id)?.is_subscription)).toEqual(Array(4).fill('true'));
    expect(result.get(once.id)?.is_subscription).toBe('false');
  });

  it('is not a salary, not two payments in two months, and not pending', async () => {
    const days = ['2026-01-05', '2026-02-05', '2026-03-05'];
    const salary = days.map((day) =>
      transaction('', { booking_date: day, amount: '2000.00', debtor: { name: 'Work 4 You' } }),
    );
    const twice = monthly('Once 2', days.slice(0, 2));
    const pending = days.map((day) => transaction('Later 3', { booking_date: day, booked: false }));
    const result = await enrich([...salary, ...twice, ...pending]);
    expect([...result.values()].map((it) => it.is_subscription)).toEqual(Array(8).fill('false'));
  });

  it('is found in any order of the payments', () => {
    const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-01-01', days));
    const payment = fc.record({
      group: fc.constantFrom('a', 'b'),
      day,
      amount: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 40 }), (payments) => {
        const withIds = payments.map((one, id) => ({ ...one, id }));
        expect(recurring([...withIds].reverse())).toEqual(recurring(withIds));
      }),
    );
  });

  it.each([
    [7, 4],
    [14, 4],
    [30, 3],
    [91, 3],
    [365, 2],
  ])('repeats every %d days, at least %d times', (period, times) => {
    const series = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: index,
        group: 'a',
        day: addDays('2024-01-10', period * index),
        amount: 10,
      }));
    expect(recurring(series(times)).size).toBe(times);
    expect(recurring(series(times - 1)).size).toBe(0);
  });
});
