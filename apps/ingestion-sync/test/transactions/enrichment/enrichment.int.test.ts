import { SyncAccounts, TransactionUpsertedV1, UpdateAccount } from '@tributary/contracts';
import { expandedEnrichment } from '@tributary/merchants';
import { eventually } from '@tributary/testing';
import { utcDay } from '@tributary/money';
import { IngestionFixture } from '../../ingestion.fixture';
import { bankIds, storedIds } from '../../provider-ledger';

let fixture: IngestionFixture;
let financialAccountId: number;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
beforeEach(async () => {
  await fixture.nextUser();
  const { financialAccountIds } = await fixture.connect('BERKA_1');
  [financialAccountId = 0] = financialAccountIds;
  await fixture.settled();
});
afterAll(() => fixture.close());

async function passed(): Promise<void> {
  await eventually(async () => {
    const due = await fixture.rows('select 1 from financial_accounts where enrichment_due_at is not null');
    expect(due).toEqual([]);
  });
  await fixture.settled();
}

async function enrichedCount(): Promise<number> {
  const [row] = await fixture.rows<{ count: string }>(
    `select count(*) from transactions where document ? 'enriched'`,
  );
  return Number(row?.count);
}

function published() {
  return fixture.events(TransactionUpsertedV1).flatMap(({ transactions }) => transactions);
}

async function enrichment(enabled: boolean): Promise<void> {
  await fixture.send(UpdateAccount, { financialAccountId, config: { enrichment: { enabled } } });
  await passed();
}

it('is off by default; turned on it covers the whole history, turned off it disappears, each published once', async () => {
  const all = (await bankIds(fixture, 'BERKA_1')).length;
  expect(await enrichedCount()).toBe(0);
  const before = published().length;

  await enrichment(true);
  expect(await enrichedCount()).toBe(all);
  const news = published().slice(before);
  expect(news).toHaveLength(all);
  expect(news.every(({ version }) => version === 2)).toBe(true);
  expect(news.every(({ document }) => document.enriched !== undefined)).toBe(true);

  await enrichment(false);
  expect(await enrichedCount()).toBe(0);
  expect(published().slice(before + all)).toHaveLength(all);
  expect(published().at(-1)?.document).not.toHaveProperty('enriched');
  expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_1'));
});

it('follows each sync, and publishes only differences', async () => {
  await enrichment(true);
  const before = published().length;
  const sync = { connectionId: null, financialAccountIds: [financialAccountId] };
  await fixture.send(SyncAccounts, sync);
  await fixture.settled();
  await passed();
  expect(published()).toHaveLength(before);

  const [row] = await fixture.rows<{ id: string }>('select external_id as id from financial_accounts');
  await fixture.control('POST', `/provider-a/accounts/${row?.id ?? ''}/transactions`, {
    booked: [
      {
        transactionId: 'new-1',
        bookingDate: utcDay(Date.now()),
        transactionAmount: { amount: '-12.90', currency: 'CZK' },
        creditorName: 'PAYPAL *SPOTIFY',
      },
    ],
  });
  await fixture.send(SyncAccounts, sync);
  await fixture.settled();
  await eventually(() => expect(published().length).toBeGreaterThan(before));
  await passed();
  const last = published().at(-1);
  expect(last?.document.enriched).toMatchObject({ b: 'spotify.com', i: 'paypal.com', f: 's' });
  expect(expandedEnrichment(last?.document.enriched ?? {})).toMatchObject({
    counterparty: { name: 'Spotify' },
    intermediary: { name: 'PayPal' },
    is_subscription: 'true',
  });
});

it('is in the first published version of a transaction, and stays when its provider changes it', async () => {
  const before = published().length;
  await fixture.connect('BERKA_3', { enrichment: { enabled: true } });
  await fixture.settled();
  await passed();
  const ofOthers = published().slice(before);
  expect(ofOthers.length).toBeGreaterThan(50);
  expect(ofOthers.every(({ document }) => document.enriched !== undefined)).toBe(true);

  await enrichment(true);
  const [row] = await fixture.rows<{ id: string }>(
    'select external_id as id from financial_accounts where id = $1',
    [financialAccountId],
  );
  const book = (amount: string) =>
    fixture.control('POST', `/provider-a/accounts/${row?.id ?? ''}/transactions`, {
      booked: [
        {
          transactionId: 'new-1',
          bookingDate: utcDay(Date.now()),
          transactionAmount: { amount, currency: 'CZK' },
          creditorName: 'PAYPAL *SPOTIFY',
        },
      ],
    });
  const beforeNews = published().length;
  for (const amount of ['-12.90', '-13.90']) {
    await book(amount);
    await fixture.send(SyncAccounts, { connectionId: null, financialAccountIds: [financialAccountId] });
    await fixture.settled();
    await passed();
  }
  const news = published().slice(beforeNews);
  expect(news.map(({ version, document }) => [version, document.amount])).toEqual([
    [1, '-12.90'],
    [2, '-13.90'],
  ]);
  for (const { document } of news) expect(document.enriched).toMatchObject({ b: 'spotify.com' });
});

it('by an unknown enricher is refused', async () => {
  const config = { enrichment: { enabled: true, provider: 'ELSEWHERE' } };
  await expect(fixture.send(UpdateAccount, { financialAccountId, config })).rejects.toMatchObject({
    detail: { kind: 'invalid', errors: { 'config.enrichment.provider': [expect.stringContaining('LOCAL')] } },
  });
});
