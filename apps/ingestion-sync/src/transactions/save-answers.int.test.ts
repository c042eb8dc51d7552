import { AccountConfig, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { fromProvider } from '../providers/provider-a/transaction-fields';
import { TransactionStore, USER } from '../testing/transaction-store';
import { addDays } from '../sync/calendar';
import { toRows } from './transaction-rows';

const TODAY = '2026-03-20';
let store: TransactionStore;
let account: number;
let config: AccountConfig;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  config = { ...DEFAULT_ACCOUNT_CONFIG, sync_pending_transactions: true };
  [account = 0] = await store.openAccounts(1, config);
});

interface Sent {
  readonly [field: string]: unknown;
}

const money = (amount: string) => ({ transactionAmount: { amount, currency: 'EUR' } });
const coffee: Sent = { bookingDate: '2026-03-02', ...money('-2.50'), creditorName: 'Kahvila' };
const hold: Sent = { valueDate: '2026-03-10', ...money('-50.00'), creditorName: 'RISTORANTE ROMA 4411' };
const bill: Sent = { bookingDate: '2026-03-12', ...money('-50.00'), creditorName: 'Ristorante Roma Oy' };

interface Answer {
  readonly booked?: readonly Sent[];
  /** Absent: not asked for. */
  readonly pending?: readonly Sent[];
  readonly complete?: boolean;
  readonly isBackfill?: boolean;
  readonly from?: string;
  readonly to?: string | null;
  readonly today?: string;
}

/** Takes one answer of the bank. */
async function take(answer: Answer): Promise<void> {
  const { booked = [], pending, complete = true, isBackfill = false, today = TODAY } = answer;
  const transactions = [
    ...booked.map((row) => fromProvider(row, true, null)),
    ...(pending ?? []).map((row) => fromProvider(row, false, null)),
  ];
  const coverage = {
    from: answer.from ?? addDays(today, -89),
    to: answer.to ?? null,
    includesPending: pending !== undefined,
    complete,
    isBackfill,
  };
  const read = { account: { id: account, userId: USER, config }, removals: [], tellsChanges: false };
  await store.save([{ ...read, rows: toRows(transactions, config), coverage: [coverage] }], today);
}

interface Shown {
  readonly id: number;
  readonly version: number;
  readonly booked: boolean;
  readonly amount: string;
}

/** What everyone sees of the account, oldest row first. */
function shown(): Promise<Shown[]> {
  return store.database.query(
    `select id, version, booked, document->>'amount' as amount from transactions
      where account_id = $1 and state = 'LIVE' and removed_at is null order by id`,
    [account],
  );
}

async function amounts(): Promise<string[]> {
  return (await shown()).map(({ amount, booked }) => (booked ? amount : `(${amount})`));
}

async function only(): Promise<Shown> {
  const rows = await shown();
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error('nothing is shown');
  return row;
}

function settlements(): Promise<
  { status: string; pending_transaction_id: number | null; evidence: object }[]
> {
  return store.database.query('select * from settlements where account_id = $1 order by id', [account]);
}

async function statuses(): Promise<string[]> {
  return (await settlements()).map(({ status }) => status);
}

describe('the identity of a booked row', () => {
  it('the same answer again, or in another order, writes nothing', async () => {
    const booked = [
      coffee,
      coffee,
      { ...coffee, transactionId: 'a' },
      { ...coffee, internalTransactionId: 'x' },
    ];
    await take({ booked });
    const before = await shown();
    expect(before).toHaveLength(4);
    await take({ booked });
    await take({ booked: [...booked].reverse() });
    expect(await shown()).toEqual(before);
  });

  it('a change of a known row raises its version and keeps its id', async () => {
    await take({ booked: [{ ...coffee, internalTransactionId: 'x' }] });
    const { id } = await only();
    await take({ booked: [{ ...coffee, internalTransactionId: 'x', creditorName: 'Kahvila Oy' }] });
    expect(await only()).toMatchObject({ id, version: 2 });
  });

  it('an id that the institution changes, rotates or begins to give makes no second row', async () => {
    await take({ booked: [coffee] });
    const { id } = await only();
    await take({ booked: [{ ...coffee, transactionId: 'a' }] });
    await take({ booked: [{ ...coffee, transactionId: 'b' }] });
    await take({ booked: [{ ...coffee, internalTransactionId: 'x' }] });
    await take({ booked: [{ ...coffee, internalTransactionId: 'y' }] });
    expect((await only()).id).toBe(id);
  });

  it('a batch that is renumbered keeps each row what it was', async () => {
    const rows = ['-1.00', '-2.00', '-3.00', '-4.00'].map((amount) => ({ ...coffee, ...money(amount) }));
    const numbered = (shift: number) =>
      rows.map((row, place) => ({ ...row, internalTransactionId: `n${(place + shift) % rows.length}` }));
    await take({ booked: numbered(0) });
    const before = await shown();
    await take({ booked: numbered(1) });
    await take({ booked: numbered(2).slice(1) });
    const after = await shown();
    expect(after.map(({ id, amount }) => [id, amount])).toEqual(before.map(({ id, amount }) => [id, amount]));
  });

  it('an id that stands for two rows makes two, in one answer and in two windows', async () => {
    const a = { ...coffee, internalTransactionId: '7' };
    const b = { ...coffee, internalTransactionId: '7', ...money('-9.00'), bookingDate: '2025-11-05' };
    await take({ booked: [a, { ...a, ...money('-8.00') }] });
    await take({ booked: [b], from: '2025-10-01', to: '2025-11-30', isBackfill: true });
    await take({ booked: [a, { ...a, ...money('-8.00') }] });
    await take({ booked: [b], from: '2025-10-01', to: '2025-11-30', isBackfill: true });
    expect((await amounts()).sort()).toEqual(['-2.50', '-8.00', '-9.00']);
  });

  it('an id that comes again months later for the same fee is another payment', async () => {
    const fee = (day: string) => ({ ...coffee, transactionId: 'fee', bookingDate: day });
    await take({ booked: [fee('2026-03-02')] });
    await take({ booked: [fee('2025-11-02')], from: '2025-10-01', to: '2025-11-30', isBackfill: true });
    expect(await amounts()).toEqual(['-2.50', '-2.50']);
  });

  it('an amount that the bank corrects under the same id is a change', async () => {
    await take({ booked: [{ ...coffee, internalTransactionId: 'x' }] });
    const { id } = await only();
    await take({ booked: [{ ...coffee, internalTransactionId: 'x', ...money('-2.80') }] });
    expect(await only()).toMatchObject({ id, amount: '-2.80' });
  });

  it('a second equal purchase is a second row, also where it comes later', async () => {
    await take({ booked: [coffee] });
    await take({ booked: [coffee, coffee] });
    await take({ booked: [coffee, coffee] });
    expect(await amounts()).toEqual(['-2.50', '-2.50']);
  });

  it('other fields for duplicates, chosen later, find every row again', async () => {
    await take({ booked: [coffee, { ...coffee, creditorName: 'Teehuone' }] });
    const before = await shown();
    config = { ...config, fields_for_duplicate_filtering: ['booking_date', 'amount', 'currency'] };
    await take({ booked: [coffee, { ...coffee, creditorName: 'Teehuone' }] });
    expect((await shown()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('a row that was booked without ids is found again when id, text and date come', async () => {
    await take({ booked: [{ ...coffee, creditorName: 'KAHVILA 0042' }] });
    const { id } = await only();
    const final = {
      ...coffee,
      internalTransactionId: 'x',
      creditorName: 'Kahvila Oy',
      bookingDate: '2026-03-04',
    };
    await take({ booked: [final] });
    expect((await only()).id).toBe(id);
  });

  it('a booked row that is no longer listed stays', async () => {
    await take({ booked: [coffee] });
    await take({ booked: [] });
    expect(await amounts()).toEqual(['-2.50']);
  });
});

describe('a pending entry that books', () => {
  it('keeps its id, with the reason why', async () => {
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ booked: [bill], pending: [] });
    expect(await only()).toMatchObject({ id, booked: true, version: 2 });
    expect(await settlements()).toMatchObject([
      {
        status: 'MERGED',
        pending_transaction_id: id,
        booked_transaction_id: null,
        evidence: { amount: 'exact', name: 'same', days: 2, pending_listed: false },
      },
    ]);
    await take({ booked: [bill], pending: [] });
    expect((await only()).version).toBe(2);
  });

  it('may cost more in the end, where nothing else can be meant', async () => {
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ booked: [{ ...bill, ...money('-57.50') }], pending: [] });
    expect(await only()).toMatchObject({ id, amount: '-57.50' });
  });

  it('is not taken for another of about the same amount where two can be meant', async () => {
    await take({ pending: [hold, { ...hold, ...money('-52.00') }] });
    await take({ booked: [{ ...bill, ...money('-57.50') }], pending: [] });
    expect(await amounts()).toEqual(['-57.50']);
    expect(await statuses()).toEqual(['OPEN']);
  });

  it('is never taken for another by the amount alone', async () => {
    await take({ pending: [hold] });
    await take({ booked: [{ ...bill, creditorName: 'Verkkokauppa' }], pending: [hold] });
    expect(await amounts()).toEqual(['(-50.00)', '-50.00']);
    expect(await statuses()).toEqual([]);
  });

  it('goes to the review list where nobody is named', async () => {
    await take({ pending: [{ ...hold, creditorName: undefined }] });
    await take({ booked: [bill], pending: [] });
    expect(await amounts()).toEqual(['-50.00']);
    expect(await statuses()).toEqual(['OPEN']);
  });

  it('is one of two equal ones: each books once', async () => {
    await take({ pending: [hold, hold] });
    const ids = (await shown()).map(({ id }) => id);
    await take({ booked: [bill], pending: [hold] });
    expect((await amounts()).sort()).toEqual(['(-50.00)', '-50.00'].sort());
    await take({ booked: [bill, bill], pending: [] });
    expect((await shown()).map(({ id, booked }) => [id, booked])).toEqual(ids.map((id) => [id, true]));
  });

  it('is found by the bank’s id, whatever the name', async () => {
    await take({ pending: [{ ...hold, transactionId: 'q', creditorName: 'CARD 4411' }] });
    const { id } = await only();
    await take({ booked: [{ ...bill, transactionId: 'q' }], pending: [] });
    expect((await only()).id).toBe(id);
  });

  it('that was gone for some days gets its id back', async () => {
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ pending: [] });
    expect(await amounts()).toEqual([]);
    await take({ booked: [bill], pending: [] });
    expect(await only()).toMatchObject({ id, booked: true, version: 3 });
  });

  it('outside the window is another', async () => {
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ booked: [{ ...bill, bookingDate: '2026-03-19' }], pending: [] });
    expect((await only()).id).not.toBe(id);
  });

  it('stays two where matching is off', async () => {
    config = { ...config, pending_settlement_matching: false };
    await take({ pending: [hold] });
    await take({ booked: [bill], pending: [hold] });
    expect(await amounts()).toEqual(['(-50.00)', '-50.00']);
  });

  it('listed still, beside its booked entry of the same day, is not shown twice, nor later', async () => {
    const sameDay = { ...bill, valueDate: hold.valueDate };
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ booked: [sameDay], pending: [hold] });
    await take({ booked: [sameDay], pending: [hold] });
    await take({ booked: [sameDay], pending: [] });
    expect(await only()).toMatchObject({ id, booked: true, version: 2 });
  });

  it('coming after its booked entry is not shown beside it', async () => {
    const sameDay = { ...bill, valueDate: hold.valueDate };
    await take({ booked: [sameDay], pending: [] });
    const { id } = await only();
    await take({ booked: [sameDay], pending: [hold] });
    await take({ booked: [sameDay], pending: [hold] });
    expect((await only()).id).toBe(id);
    expect(await statuses()).toEqual(['MERGED']);
  });

  it('listed beside a booked one of another day is another purchase', async () => {
    await take({ booked: [{ ...bill, valueDate: '2026-03-11' }], pending: [hold] });
    expect(await amounts()).toHaveLength(2);
  });
});

describe('a pending entry', () => {
  it('that changes its amount under its id stays itself', async () => {
    await take({ pending: [{ ...hold, transactionId: 'p' }] });
    const { id } = await only();
    await take({ pending: [{ ...hold, transactionId: 'p', ...money('-61.00') }] });
    expect(await only()).toMatchObject({ id, amount: '-61.00' });
  });

  it('whose id the bank uses again for another is not that one', async () => {
    await take({ pending: [{ ...hold, transactionId: '1' }] });
    const { id } = await only();
    const other = {
      valueDate: '2026-03-11',
      ...money('-12.00'),
      creditorName: 'Kirjakauppa',
      transactionId: '1',
    };
    await take({ booked: [bill], pending: [other] });
    const [first, second] = await shown();
    expect(first).toMatchObject({ id, booked: true, amount: '-50.00' });
    expect(second).toMatchObject({ booked: false, amount: '-12.00' });
  });

  it('that is dated anew each day stays itself', async () => {
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ pending: [{ ...hold, valueDate: '2026-03-11' }] });
    expect((await only()).id).toBe(id);
  });

  it.each([
    ['an incomplete answer', { pending: [], complete: false }],
    ['an answer without pending entries', {}],
    ['a backfill window', { pending: [], isBackfill: true, from: '2026-01-01', to: '2026-03-31' }],
    ['a window of other days', { pending: [], from: '2026-03-12' }],
  ])('is not removed by %s', async (_, answer) => {
    await take({ pending: [hold] });
    await take(answer);
    expect(await amounts()).toEqual(['(-50.00)']);
  });

  it('that never books is gone, and comes back if it is listed again', async () => {
    await take({ pending: [hold] });
    const { id } = await only();
    await take({ pending: [] });
    expect(await shown()).toEqual([]);
    await take({ pending: [hold] });
    expect(await only()).toMatchObject({ id, version: 3 });
  });

  it('is gone some days after its window where pending entries are not asked for any more', async () => {
    await take({ pending: [hold] });
    await take({ today: '2026-04-10' });
    expect(await shown()).toEqual([]);
  });
});
