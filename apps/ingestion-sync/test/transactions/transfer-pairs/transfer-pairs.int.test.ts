import {
  Caller,
  CommandPayload,
  DecideTransferPair,
  EventPayload,
  ownerOf,
  TransactionUpsertedV1,
  TransferPairUpsertedV1,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { createPino, ServiceLogger } from '@tributary/service';
import { deleteAccounts } from '../../../src/connections/removal/delete-accounts';
import { AccountRow } from '../../../src/accounts/account-row';
import {
  createTransferPair,
  decideTransferPair,
} from '../../../src/transactions/by-hand/decide-transfer-pair';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { mergeTransactions } from '../../../src/transactions/reviews/merge-transactions';
import { searchMonth, TransferSearch } from '../../../src/transactions/transfer-pairs/transfer-search';
import { AnsweredAccount, Sent } from '../../answered-account';
import { published, TransactionStore, USER } from '../../transaction-store';

const CALLER: Caller = ownerOf(USER);
let store: TransactionStore;
let giro: AnsweredAccount;
let savings: AnsweredAccount;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  for (const table of ['financial_accounts', 'transfer_pairs', 'transfer_search_requests', 'outbox']) {
    await store.database.execute(`delete from ${table}`);
  }
  const ids = await store.openAccounts(2);
  [giro, savings] = ids.map((id) => new AnsweredAccount(store, id)) as [AnsweredAccount, AnsweredAccount];
});

const row = (amount: string, day: string, currency = 'EUR'): Sent => ({
  bookingDate: day,
  transactionAmount: { amount, currency },
  creditorName: 'Own account',
  internalTransactionId: `${amount} ${day} ${currency}`,
});
const OUT = row('-250.00', '2026-03-09');
const IN = row('250.00', '2026-03-11');

const inTransaction = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => store.database.transaction(run);
const decide = (status: CommandPayload<typeof DecideTransferPair>['status'], id: number, caller = CALLER) =>
  inTransaction((tx) => decideTransferPair(tx, caller, { transferPairId: id, status }));
const confirm = (transactionId: number, counterpartTransactionId: number, caller = CALLER) =>
  inTransaction((tx) =>
    createTransferPair(tx, caller, { transactionIds: [transactionId, counterpartTransactionId] }),
  );

function newWorker(): TransferSearch {
  const logger = new ServiceLogger(createPino({ service: 'ingestion-sync', level: 'silent' }));
  return new TransferSearch(store.database, logger, { sync: { idleMs: 1000 } });
}

/**
 * Runs the worker's search until no month is left.
 * @returns the months
 */
async function search(): Promise<string[]> {
  const due = await store.database.query<{ user_id: number; month: string }>(
    'select distinct user_id, month from transfer_search_requests order by month',
  );
  for (const { user_id, month } of due) await inTransaction((tx) => searchMonth(tx, user_id, month));
  return due.map(({ month }) => month);
}

interface Pair {
  readonly id: number;
  readonly status: string;
  readonly out: string;
  readonly into: string;
}

function all(): Promise<Pair[]> {
  return store.database.query<Pair>(
    `select p.id, p.status, o.document->>'booking_date' as out, i.document->>'booking_date' as into
       from transfer_pairs p join transactions o on o.id = p.outgoing_transaction_id
       join transactions i on i.id = p.incoming_transaction_id order by p.id`,
  );
}

async function proposed(): Promise<{ pair: number; outgoing: number; incoming: number }> {
  await giro.save({ booked: [OUT] });
  await savings.save({ booked: [IN] });
  await search();
  const [outgoing, incoming] = [await giro.only(), await savings.only()];
  const [pair] = await all();
  return { pair: pair?.id ?? 0, outgoing: outgoing.id, incoming: incoming.id };
}

/** The marks on what was published last of each transaction. */
async function marks(): Promise<Record<number, boolean>> {
  const events = await store.database.query<{ value: string }>(
    'select value from outbox where topic = $1 order by id',
    [TransactionUpsertedV1.topic],
  );
  const found: Record<number, boolean> = {};
  for (const { value } of events) {
    const { transactions } = (JSON.parse(value) as { payload: EventPayload<typeof TransactionUpsertedV1> })
      .payload;
    for (const { id, document } of transactions) found[id] = document.is_own_transfer ?? false;
  }
  return found;
}

it('a month that a service of the release before left to search is searched', async () => {
  await store.database.execute(
    `insert into transfer_searches (user_id, month, due_at) values (7, '2026-03-01', now())
     on conflict (user_id, month) do update set due_at = now()`,
  );
  expect(await search()).toEqual(['2026-03-01']);
  await store.database.execute('delete from transfer_searches');
});

describe('a transfer between own accounts', () => {
  it('is proposed once both sides are booked, and marks nothing until the user confirms it', async () => {
    await giro.save({ booked: [OUT] });
    await search();
    expect(await all()).toEqual([]);
    await savings.save({ pending: [{ ...IN, valueDate: '2026-03-11' }] });
    await search();
    expect(await all()).toEqual([]);
    await savings.save({ booked: [IN], pending: [] });
    expect(await search()).toEqual(['2026-03-01']);
    expect(await all()).toMatchObject([{ status: 'PROPOSED', out: '2026-03-09', into: '2026-03-11' }]);
  });

  it.each<[string, Sent]>([
    ['another amount', row('250.01', '2026-03-09')],
    ['another currency', row('250.00', '2026-03-09', 'USD')],
    ['the same sign', row('-250.00', '2026-03-09')],
    ['more than five days between', row('250.00', '2026-03-15')],
  ])('is not proposed where there is %s', async (_what, other) => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [other] });
    await search();
    expect(await all()).toEqual([]);
  });

  it('is not proposed within one account, nor to a user who has a single one', async () => {
    await giro.save({ booked: [OUT, IN] });
    await search();
    expect(await all()).toEqual([]);
    await inTransaction((tx) => tx.execute('delete from financial_accounts where id = $1', [savings.id]));
    await giro.save({ booked: [OUT, IN, row('-1.00', '2026-03-10')] });
    expect(await search()).toEqual([]);
  });

  it('is found over the end of a month, and one search reads the changed months alone', async () => {
    await giro.save({ booked: [row('-9.00', '2026-02-28')] });
    await search();
    await savings.save({ booked: [row('9.00', '2026-03-02')] });
    expect(await search()).toEqual(['2026-03-01']);
    expect(await all()).toMatchObject([{ status: 'PROPOSED', out: '2026-02-28', into: '2026-03-02' }]);
    await savings.save({ booked: [row('9.00', '2026-03-02')] });
    expect(await search()).toEqual([]);
  });

  it('of equal amounts the nearest days are paired, each transaction once', async () => {
    const days = ['2026-03-02', '2026-03-05', '2026-03-08'];
    await giro.save({ booked: days.map((day) => row('-50.00', day)) });
    await savings.save({ booked: days.map((day) => row('50.00', day)) });
    await search();
    expect((await all()).map(({ out, into }) => [out, into])).toEqual(days.map((day) => [day, day]));
  });
});

describe('a transfer between own accounts in two currencies', () => {
  const DOLLARS = row('265.00', '2026-03-11', 'USD');
  beforeEach(async () => {
    await store.database.execute('delete from exchange_rate_days');
    await store.database.execute(
      `insert into exchange_rate_days (day, source, rates)
       values ('2026-03-06', 'ECB', '{"USD": "1.08", "CZK": "25"}'), ('2026-03-11', 'ECB', '{"USD": "1.07", "CZK": "25"}')`,
    );
  });
  afterAll(() => store.database.execute('delete from exchange_rate_days'));

  const evidence = () =>
    store.database.query<{ status: string; amount: string; currency: string; exchange: object | null }>(
      'select status, amount, currency, exchange from transfer_pairs order by id',
    );
  const search = async (): Promise<void> => {
    await store.database.execute(
      `insert into transfer_search_requests (user_id, month, due_at) values (${USER}, '2026-03-01', now())`,
    );
    await inTransaction((tx) => searchMonth(tx, USER, '2026-03-01'));
  };

  it('is proposed by the rate of each side’s day, also over a day without one, and never confirmed by itself', async () => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [DOLLARS] });
    await search();
    // 250.00 EUR went out, and 265.00 USD by 1.07 are 247.66 EUR: 0.93 % less.
    expect(await evidence()).toEqual([
      {
        status: 'PROPOSED',
        amount: '265.00',
        currency: 'USD',
        exchange: {
          basis: 'DAY_RATE',
          doubtful: false,
          difference_percent: '-0.93',
          outgoing_amount: '-250.00',
          outgoing_currency: 'EUR',
        },
      },
    ]);
    expect(await marks()).toEqual({});
    await search();
    expect(await evidence()).toHaveLength(1);
  });

  it('crosses the euro', async () => {
    await giro.save({ booked: [row('-2500.00', '2026-03-11', 'CZK')] });
    await savings.save({ booked: [row('106.00', '2026-03-11', 'USD')] });
    await search();
    expect(await evidence()).toMatchObject([
      { exchange: { difference_percent: '-0.93', outgoing_currency: 'CZK' } },
    ]);
  });

  it.each<[string, Sent]>([
    ['amounts further from the rate than four percent', row('256.00', '2026-03-11', 'USD')],
    ['more than five days between', row('265.00', '2026-03-15', 'USD')],
    ['the same sign', row('-265.00', '2026-03-11', 'USD')],
    ['a currency without a rate', row('265.00', '2026-03-11', 'GBP')],
  ])('is not proposed where there is %s', async (_what, other) => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [other] });
    await search();
    expect(await evidence()).toEqual([]);
  });

  it('is not proposed by a rate that is older than a week', async () => {
    await store.database.execute(`update exchange_rate_days set day = day - 30`);
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [DOLLARS] });
    await search();
    expect(await evidence()).toEqual([]);
  });

  it('is doubtful once a second one fits, and asks again where one was clear', async () => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [DOLLARS] });
    await search();
    await savings.save({ booked: [DOLLARS, row('266.00', '2026-03-12', 'USD')] });
    await search();
    expect(await evidence()).toMatchObject([{ amount: '265.00', exchange: { doubtful: true } }]);
    const [event] = await store.database.query<{ value: string }>(
      'select value from outbox where topic = $1 order by id desc limit 1',
      [TransferPairUpsertedV1.topic],
    );
    expect(JSON.parse(event?.value ?? '')).toMatchObject({
      payload: { version: 2, document: { exchange: { doubtful: true } } },
    });
  });

  it('gives way to the same amount in one currency', async () => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [DOLLARS, row('250.00', '2026-03-13')] });
    await search();
    expect(await evidence()).toMatchObject([{ amount: '250.00', currency: 'EUR', exchange: null }]);
  });

  it('is found by the rate that the bank states, beside others near the day rate', async () => {
    const currencyExchange = [
      { sourceCurrency: 'EUR', targetCurrency: 'USD', unitCurrency: 'EUR', exchangeRate: '1.06' },
    ];
    await giro.save({ booked: [{ ...OUT, currencyExchange }] });
    await savings.save({
      booked: [row('266.00', '2026-03-09', 'USD'), DOLLARS, row('263.00', '2026-03-10', 'USD')],
    });
    await search();
    expect(await evidence()).toMatchObject([
      { amount: '265.00', exchange: { basis: 'STATED', difference_percent: '0.00' } },
    ]);
  });

  it('marks both sides once the user confirms it, and is not proposed again once rejected', async () => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [DOLLARS] });
    await search();
    const [pair] = await all();
    await decide('CONFIRMED', pair?.id ?? 0);
    expect(Object.values(await marks())).toEqual([true, true]);
    await decide('REJECTED', pair?.id ?? 0);
    await search();
    expect(await evidence()).toMatchObject([{ status: 'REJECTED', exchange: { basis: 'DAY_RATE' } }]);
  });

  it('can be made by hand whatever the rates', async () => {
    await giro.save({ booked: [OUT] });
    await savings.save({ booked: [row('9.00', '2026-03-11', 'GBP')] });
    const { pair } = await confirm((await giro.only()).id, (await savings.only()).id);
    expect(pair.document).toMatchObject({
      status: 'CONFIRMED',
      amount: '9.00',
      exchange: {
        basis: 'USER',
        difference_percent: null,
        outgoing_amount: '-250.00',
        outgoing_currency: 'EUR',
      },
    });
  });

  it('compares so many near amounts of a day, however many there are', async () => {
    const many = (amount: number, currency: string) =>
      Array.from({ length: 60 }, (_, number) =>
        row((amount * (1 + number / 10_000)).toFixed(2), '2026-03-09', currency),
      );
    await giro.save({ booked: many(-250, 'EUR') });
    await savings.save({ booked: many(268, 'USD') });
    await search();
    const pairs = await evidence();
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.length).toBeLessThanOrEqual(15);
    expect(new Set(pairs.map(({ exchange }) => (exchange as { doubtful: boolean }).doubtful))).toEqual(
      new Set([true]),
    );
  });
});

describe('the search', () => {
  it('compares so many equal amounts of a day, however many there are', async () => {
    const equal = (amount: string) =>
      Array.from({ length: 60 }, (_, number) => ({
        ...row(amount, '2026-03-09'),
        internalTransactionId: `${amount} ${number}`,
      }));
    await giro.save({ booked: equal('-1.00') });
    await savings.save({ booked: equal('1.00') });
    await search();
    expect(await all()).toHaveLength(5);
  });

  it('is waited for by no writer, and what is written meanwhile is searched by the next one', async () => {
    await giro.save({ booked: [OUT] });
    await store.database.transaction(async (tx) => {
      await searchMonth(tx, 1, '2026-03-01');
      await savings.save({ booked: [IN] });
    });
    expect(await search()).toEqual(['2026-03-01']);
    expect(await all()).toMatchObject([{ status: 'PROPOSED', out: '2026-03-09' }]);
  });

  it('waits until a month has stopped changing, but not for longer than a minute', async () => {
    await giro.save({ booked: [OUT] });
    await store.database.execute(`update transfer_search_requests set due_at = now() - interval '20 s'`);
    await savings.save({ booked: [IN] });
    const worker = newWorker();
    expect(await worker.round()).toBe(false);
    await store.database.execute(`update transfer_search_requests set due_at = due_at - interval '40 s'`);
    await savings.save({ booked: [row('9.00', '2026-03-12')] });
    expect([await worker.round(), await worker.round()]).toEqual([true, false]);
    expect(await all()).toMatchObject([{ status: 'PROPOSED', out: '2026-03-09' }]);
  });

  it('of a month that fails lets the other months go first', async () => {
    await giro.save({ booked: [OUT, row('-9.00', '2026-01-12')] });
    await savings.save({ booked: [IN, row('9.00', '2026-01-12')] });
    await store.database.execute(
      `update transactions set document = jsonb_set(document, '{amount}', '"unreadable"') where day = '2026-01-12'`,
    );
    await store.database.execute('update transfer_search_requests set due_at = now()');
    const worker = newWorker();
    await expect(worker.round()).rejects.toThrow('unreadable');
    expect([await worker.round(), await worker.round()]).toEqual([true, false]);
    expect(await all()).toMatchObject([{ status: 'PROPOSED', out: '2026-03-09' }]);
  });
});

describe('a split transaction', () => {
  const split = (transactionId: number, ...amounts: readonly string[]) =>
    inTransaction((tx) =>
      splitTransaction(tx, CALLER, { transactionId, parts: amounts.map((amount) => ({ amount })) }),
    );

  it('ends its pair, whose other side is no transfer any more', async () => {
    const { pair, outgoing, incoming } = await proposed();
    await decide('CONFIRMED', pair);
    await split(outgoing, '-100.00', '-150.00');
    expect(await all()).toMatchObject([{ status: 'ENDED' }]);
    expect(await marks()).toMatchObject({ [outgoing]: false, [incoming]: false });
    await search();
    expect(await all()).toHaveLength(1);
    await expect(confirm(outgoing, incoming)).rejects.toThrow('counts by its parts');
  });

  it('is in pairs by its parts', async () => {
    const { outgoing } = await proposed();
    await split(outgoing, '-100.00', '-150.00');
    await savings.save({ booked: [IN, row('100.00', '2026-03-11')] });
    await search();
    const [, ofPart] = await store.database.query<{ part_of: number; status: string }>(
      `select t.split_of as part_of, p.status from transfer_pairs p
         join transactions t on t.id = p.outgoing_transaction_id order by p.id`,
    );
    expect(ofPart).toEqual({ part_of: outgoing, status: 'PROPOSED' });
  });
});

describe('the user’s word on a pair', () => {
  it('confirmed marks both transactions, and rejected later takes the marks off', async () => {
    const { pair, outgoing, incoming } = await proposed();
    const { changes } = await decide('CONFIRMED', pair);
    expect(
      changes.flatMap(({ upserted }) => upserted.map(({ document }) => document.is_own_transfer)),
    ).toEqual([true, true]);
    await giro.save({ booked: [{ ...OUT, creditorName: 'Renamed' }] });
    const events = await giro.save({ booked: [{ ...OUT, creditorName: 'Renamed again' }] });
    const [changed] = published(events, TransactionUpsertedV1);
    expect(changed?.transactions).toMatchObject([{ document: { is_own_transfer: true } }]);
    const undone = await decide('REJECTED', pair);
    const documents = undone.changes.flatMap(({ upserted }) => upserted);
    expect(documents.map(({ id }) => id)).toEqual([outgoing, incoming]);
    for (const { document } of documents) expect(document).not.toHaveProperty('is_own_transfer');
    await search();
    expect(await all()).toMatchObject([{ status: 'REJECTED' }]);
    await decide('CONFIRMED', pair);
    expect(await all()).toMatchObject([{ status: 'CONFIRMED' }]);
  });

  it('rejected is not proposed again, and the next nearest is', async () => {
    const { pair } = await proposed();
    await decide('REJECTED', pair);
    await savings.save({ booked: [IN, row('250.00', '2026-03-13')] });
    await search();
    expect((await all()).map(({ status, into }) => [status, into])).toEqual([
      ['REJECTED', '2026-03-11'],
      ['PROPOSED', '2026-03-13'],
    ]);
  });

  it('by hand pairs two transactions however far apart, and ends what was proposed for them', async () => {
    const { outgoing, pair } = await proposed();
    const [id = 0] = await store.openAccounts(1);
    const third = new AnsweredAccount(store, id);
    await third.save({ booked: [row('250.00', '2026-01-10')] });
    const made = await confirm((await third.only()).id, outgoing);
    expect(made.pair.document).toMatchObject({
      status: 'CONFIRMED',
      origin: 'USER',
      days: 58,
      outgoing: { transaction_id: outgoing },
    });
    expect(await all()).toMatchObject([{ id: pair, status: 'ENDED' }, { status: 'CONFIRMED' }]);
    await expect(decide('CONFIRMED', pair)).rejects.toThrow('The pair has ended');
    await search();
    expect((await all()).filter(({ status }) => status === 'PROPOSED')).toEqual([]);
  });

  it('a transaction is in one confirmed pair', async () => {
    const { pair, outgoing, incoming } = await proposed();
    await decide('CONFIRMED', pair);
    const [id = 0] = await store.openAccounts(1);
    const third = new AnsweredAccount(store, id);
    await third.save({ booked: [row('250.00', '2026-03-10')] });
    await expect(confirm(outgoing, (await third.only()).id)).rejects.toThrow(`is in transfer pair ${pair}`);
    expect((await confirm(incoming, outgoing)).pair).toMatchObject({ id: pair });
  });

  it('is refused where the two are no transfer', async () => {
    await giro.save({ booked: [OUT, IN] });
    await savings.save({
      booked: [row('1.00', '2026-03-09'), row('-250.00', '2026-03-09', 'USD'), row('-250.00', '2026-03-09')],
    });
    const [out = 0, into = 0] = (await giro.shown()).map(({ id }) => id);
    const [other = 0, dollars = 0, outward = 0] = (await savings.shown()).map(({ id }) => id);
    for (const [one, two, message] of [
      [out, into, 'between two accounts'],
      [out, other, 'different amounts'],
      [out, dollars, 'goes out and the other comes in'],
      [out, outward, 'goes out and the other comes in'],
      [out, out, 'no transfer of its own'],
    ] as const) {
      await expect(confirm(one, two)).rejects.toThrow(message);
    }
  });

  it('of someone who does not see both accounts is refused, as if there were no pair', async () => {
    const { pair, outgoing, incoming } = await proposed();
    for (const caller of [ownerOf(USER + 1), { ...CALLER, accountIds: [giro.id] }]) {
      await expect(decide('CONFIRMED', pair, caller)).rejects.toThrow('Resource not found.');
      await expect(confirm(outgoing, incoming, caller)).rejects.toThrow(/The selected .*_id is invalid/);
    }
  });
});

describe('a pair ends', () => {
  async function confirmed() {
    const ids = await proposed();
    await decide('CONFIRMED', ids.pair);
    expect(await marks()).toMatchObject({ [ids.outgoing]: true, [ids.incoming]: true });
    return ids;
  }

  it('with a transaction that the user deletes: the other is no transfer any more', async () => {
    const { outgoing, incoming } = await confirmed();
    await inTransaction((tx) => deleteTransactions(tx, CALLER, [outgoing]));
    expect(await all()).toMatchObject([{ status: 'ENDED' }]);
    expect(await marks()).toMatchObject({ [incoming]: false });
  });

  it('with a transaction that is merged into another one', async () => {
    const { outgoing, incoming } = await confirmed();
    await giro.save({ booked: [OUT, { ...OUT, internalTransactionId: 'twice' }] });
    const kept = (await giro.shown())[1]?.id ?? 0;
    await inTransaction((tx) =>
      mergeTransactions(tx, CALLER, { transactionId: kept, otherTransactionId: outgoing }),
    );
    expect(await all()).toMatchObject([{ status: 'ENDED' }]);
    expect(await marks()).toMatchObject({ [incoming]: false, [kept]: false });
    await search();
    expect((await all()).map(({ status }) => status)).toEqual(['ENDED', 'PROPOSED']);
  });

  it('with an account that is deleted', async () => {
    const { incoming } = await confirmed();
    const accounts = await store.database.query<AccountRow>(
      'select * from financial_accounts where id = $1',
      [giro.id],
    );
    await inTransaction((tx) => deleteAccounts(tx, accounts));
    expect(await marks()).toMatchObject({ [incoming]: false });
    expect(await store.database.query('select status from transfer_pairs')).toEqual([{ status: 'ENDED' }]);
  });

  it('as a proposal with a transaction that the provider takes back, or whose amount changes', async () => {
    const { pair, outgoing } = await proposed();
    const fields = { amount: '-251.00' };
    await inTransaction((tx) => updateTransactions(tx, CALLER, [{ transactionId: outgoing, fields }]));
    await search();
    expect(await all()).toMatchObject([{ id: pair, status: 'ENDED' }]);
    await inTransaction((tx) =>
      updateTransactions(tx, CALLER, [{ transactionId: outgoing, fields: { amount: null } }]),
    );
    await search();
    expect(await all()).toMatchObject([{ id: pair, status: 'PROPOSED' }]);
    const removals = [`i:${String(OUT['internalTransactionId'])}`];
    const events = await store.save(
      [{ ...giro.read({ booked: [] }), removals, reportsChanges: true }],
      '2026-03-20',
    );
    expect(published(events, TransferPairUpsertedV1)).toMatchObject([
      { id: pair, document: { status: 'ENDED' } },
    ]);
  });
});
