import { AnsweredAccount } from '../../answered-account';
import { TransactionStore } from '../../transaction-store';

let store: TransactionStore;
let account: AnsweredAccount;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  const [id = 0] = await store.openAccounts(1);
  account = new AnsweredAccount(store, id);
});

const money = (amount: string) => ({ transactionAmount: { amount, currency: 'EUR' } });
const coffee = { bookingDate: '2026-03-02', ...money('-2.50'), creditorName: 'Kahvila' };
const hold = { valueDate: '2026-03-10', ...money('-50.00'), creditorName: 'RISTORANTE ROMA 4411' };
const bill = { bookingDate: '2026-03-12', ...money('-50.00'), creditorName: 'Ristorante Roma Oy' };

describe('the identity of a booked row', () => {
  it('does not change if the same answer repeats, or in another order', async () => {
    const booked = [
      coffee,
      coffee,
      { ...coffee, transactionId: 'a' },
      { ...coffee, internalTransactionId: 'x' },
    ];
    await account.save({ booked });
    const before = await account.shown();
    expect(before).toHaveLength(4);
    await account.save({ booked });
    await account.save({ booked: [...booked].reverse() });
    expect(await account.shown()).toEqual(before);
  });

  it('stays the same when a known row changes, with a higher version', async () => {
    await account.save({ booked: [{ ...coffee, internalTransactionId: 'x' }] });
    const { id } = await account.only();
    await account.save({ booked: [{ ...coffee, internalTransactionId: 'x', creditorName: 'Kahvila Oy' }] });
    expect(await account.only()).toMatchObject({ id, version: 2 });
  });

  it('stays one row when the institution changes, rotates or introduces an id', async () => {
    await account.save({ booked: [coffee] });
    const { id } = await account.only();
    await account.save({ booked: [{ ...coffee, transactionId: 'a' }] });
    await account.save({ booked: [{ ...coffee, transactionId: 'b' }] });
    await account.save({ booked: [{ ...coffee, internalTransactionId: 'x' }] });
    await account.save({ booked: [{ ...coffee, internalTransactionId: 'y' }] });
    expect((await account.only()).id).toBe(id);
  });

  it('stays the same for each row of a renumbered batch', async () => {
    const rows = ['-1.00', '-2.00', '-3.00', '-4.00'].map((amount) => ({ ...coffee, ...money(amount) }));
    const numbered = (shift: number) =>
      rows.map((row, index) => ({ ...row, internalTransactionId: `n${(index + shift) % rows.length}` }));
    await account.save({ booked: numbered(0) });
    const before = await account.shown();
    await account.save({ booked: numbered(1) });
    await account.save({ booked: numbered(2).slice(1) });
    const after = await account.shown();
    expect(after.map(({ id, amount }) => [id, amount])).toEqual(before.map(({ id, amount }) => [id, amount]));
  });

  it('makes two rows of an id that two rows share, in one answer and in two windows', async () => {
    const a = { ...coffee, internalTransactionId: '7' };
    const b = { ...coffee, internalTransactionId: '7', ...money('-9.00'), bookingDate: '2025-11-05' };
    await account.save({ booked: [a, { ...a, ...money('-8.00') }] });
    await account.save({ booked: [b], from: '2025-10-01', to: '2025-11-30', isBackfill: true });
    await account.save({ booked: [a, { ...a, ...money('-8.00') }] });
    await account.save({ booked: [b], from: '2025-10-01', to: '2025-11-30', isBackfill: true });
    expect((await account.amounts()).sort()).toEqual(['-2.50', '-8.00', '-9.00']);
  });

  it('distinguishes a fee from one months earlier with the same id', async () => {
    const fee = (day: string) => ({ ...coffee, transactionId: 'fee', bookingDate: day });
    await account.save({ booked: [fee('2026-03-02')] });
    await account.save({
      booked: [fee('2025-11-02')],
      from: '2025-10-01',
      to: '2025-11-30',
      isBackfill: true,
    });
    expect(await account.amounts()).toEqual(['-2.50', '-2.50']);
  });

  it('stays the same when the bank corrects the amount under the same id', async () => {
    await account.save({ booked: [{ ...coffee, internalTransactionId: 'x' }] });
    const { id } = await account.only();
    await account.save({ booked: [{ ...coffee, internalTransactionId: 'x', ...money('-2.80') }] });
    expect(await account.only()).toMatchObject({ id, amount: '-2.80' });
  });

  it('distinguishes a second equal purchase, also if it arrives later', async () => {
    await account.save({ booked: [coffee] });
    await account.save({ booked: [coffee, coffee] });
    await account.save({ booked: [coffee, coffee] });
    expect(await account.amounts()).toEqual(['-2.50', '-2.50']);
  });

  it('finds every row again after a change of the fields for duplicates', async () => {
    await account.save({ booked: [coffee, { ...coffee, creditorName: 'Teehuone' }] });
    const before = await account.shown();
    account.config = {
      ...account.config,
      fields_for_duplicate_filtering: ['booking_date', 'amount', 'currency'],
    };
    await account.save({ booked: [coffee, { ...coffee, creditorName: 'Teehuone' }] });
    expect((await account.shown()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('finds a row that was booked without ids when id, text and date arrive', async () => {
    await account.save({ booked: [{ ...coffee, creditorName: 'KAHVILA 0042' }] });
    const { id } = await account.only();
    const final = {
      ...coffee,
      internalTransactionId: 'x',
      creditorName: 'Kahvila Oy',
      bookingDate: '2026-03-04',
    };
    await account.save({ booked: [final] });
    expect((await account.only()).id).toBe(id);
  });

  it('stays when a booked row is no longer listed', async () => {
    await account.save({ booked: [coffee] });
    await account.save({ booked: [] });
    expect(await account.amounts()).toEqual(['-2.50']);
  });
});

describe('a pending entry that books', () => {
  it('keeps its id, with the reason', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ booked: [bill], pending: [] });
    expect(await account.only()).toMatchObject({ id, booked: true, version: 2 });
    expect(await account.settlements()).toMatchObject([
      {
        status: 'MERGED',
        pending_transaction_id: id,
        booked_transaction_id: null,
        evidence: { amount: 'exact', name: 'same', days: 2, pending_listed: false },
      },
    ]);
    await account.save({ booked: [bill], pending: [] });
    expect((await account.only()).version).toBe(2);
  });

  it('may cost more in the end, if no other entry fits', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ booked: [{ ...bill, ...money('-57.50') }], pending: [] });
    expect(await account.only()).toMatchObject({ id, amount: '-57.50' });
  });

  it('is not merged with another of about the same amount if two entries fit', async () => {
    await account.save({ pending: [hold, { ...hold, ...money('-52.00') }] });
    await account.save({ booked: [{ ...bill, ...money('-57.50') }], pending: [] });
    expect(await account.amounts()).toEqual(['-57.50']);
    expect(await account.statuses()).toEqual(['OPEN']);
  });

  it('is never merged by the amount alone', async () => {
    await account.save({ pending: [hold] });
    await account.save({ booked: [{ ...bill, creditorName: 'Verkkokauppa' }], pending: [hold] });
    expect(await account.amounts()).toEqual(['(-50.00)', '-50.00']);
    expect(await account.statuses()).toEqual([]);
  });

  it('goes to the review list if no party is named', async () => {
    await account.save({ pending: [{ ...hold, creditorName: undefined }] });
    await account.save({ booked: [bill], pending: [] });
    expect(await account.amounts()).toEqual(['-50.00']);
    expect(await account.statuses()).toEqual(['OPEN']);
  });

  it('is one of two equal ones: each books once', async () => {
    await account.save({ pending: [hold, hold] });
    const ids = (await account.shown()).map(({ id }) => id);
    await account.save({ booked: [bill], pending: [hold] });
    expect((await account.amounts()).sort()).toEqual(['(-50.00)', '-50.00'].sort());
    await account.save({ booked: [bill, bill], pending: [] });
    expect((await account.shown()).map(({ id, booked }) => [id, booked])).toEqual(
      ids.map((id) => [id, true]),
    );
  });

  it('is recognized by the bank’s id, whatever the name', async () => {
    await account.save({ pending: [{ ...hold, transactionId: 'q', creditorName: 'CARD 4411' }] });
    const { id } = await account.only();
    await account.save({ booked: [{ ...bill, transactionId: 'q' }], pending: [] });
    expect((await account.only()).id).toBe(id);
  });

  it('gets its id back after it disappeared for some days', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ pending: [] });
    expect(await account.amounts()).toEqual([]);
    await account.save({ booked: [bill], pending: [] });
    expect(await account.only()).toMatchObject({ id, booked: true, version: 3 });
  });

  it('outside the window is another', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ booked: [{ ...bill, bookingDate: '2026-03-19' }], pending: [] });
    expect((await account.only()).id).not.toBe(id);
  });

  it('stays two if matching is off', async () => {
    account.config = { ...account.config, pending_settlement_matching: false };
    await account.save({ pending: [hold] });
    await account.save({ booked: [bill], pending: [hold] });
    expect(await account.amounts()).toEqual(['(-50.00)', '-50.00']);
  });

  it('listed together with its booked entry of the same day is not shown twice, nor later', async () => {
    const sameDay = { ...bill, valueDate: hold.valueDate };
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ booked: [sameDay], pending: [hold] });
    await account.save({ booked: [sameDay], pending: [hold] });
    await account.save({ booked: [sameDay], pending: [] });
    expect(await account.only()).toMatchObject({ id, booked: true, version: 2 });
  });

  it('that arrives after its booked entry is not shown beside it', async () => {
    const sameDay = { ...bill, valueDate: hold.valueDate };
    await account.save({ booked: [sameDay], pending: [] });
    const { id } = await account.only();
    await account.save({ booked: [sameDay], pending: [hold] });
    await account.save({ booked: [sameDay], pending: [hold] });
    expect((await account.only()).id).toBe(id);
    expect(await account.statuses()).toEqual(['MERGED']);
  });

  it('listed beside a booked one of another day is another purchase', async () => {
    await account.save({ booked: [{ ...bill, valueDate: '2026-03-11' }], pending: [hold] });
    expect(await account.amounts()).toHaveLength(2);
  });
});

describe('a pending entry', () => {
  it('that changes its amount under its id stays the same', async () => {
    await account.save({ pending: [{ ...hold, transactionId: 'p' }] });
    const { id } = await account.only();
    await account.save({ pending: [{ ...hold, transactionId: 'p', ...money('-61.00') }] });
    expect(await account.only()).toMatchObject({ id, amount: '-61.00' });
  });

  it('whose id the bank reuses for another is not that one', async () => {
    await account.save({ pending: [{ ...hold, transactionId: '1' }] });
    const { id } = await account.only();
    const other = {
      valueDate: '2026-03-11',
      ...money('-12.00'),
      creditorName: 'Kirjakauppa',
      transactionId: '1',
    };
    await account.save({ booked: [bill], pending: [other] });
    const [first, second] = await account.shown();
    expect(first).toMatchObject({ id, booked: true, amount: '-50.00' });
    expect(second).toMatchObject({ booked: false, amount: '-12.00' });
  });

  it('that gets a new date each day stays the same', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ pending: [{ ...hold, valueDate: '2026-03-11' }] });
    expect((await account.only()).id).toBe(id);
  });

  it.each([
    ['an incomplete answer', { pending: [], complete: false }],
    ['an answer without pending entries', {}],
    ['a backfill window', { pending: [], isBackfill: true, from: '2026-01-01', to: '2026-03-31' }],
    ['a window of other days', { pending: [], from: '2026-03-12' }],
  ])('is not removed by %s', async (_, answer) => {
    await account.save({ pending: [hold] });
    await account.save(answer);
    expect(await account.amounts()).toEqual(['(-50.00)']);
  });

  it('that never books disappears, and comes back if it is listed again', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await account.save({ pending: [] });
    expect(await account.shown()).toEqual([]);
    await account.save({ pending: [hold] });
    expect(await account.only()).toMatchObject({ id, version: 3 });
  });

  it('disappears some days after its window if pending entries are no longer requested', async () => {
    await account.save({ pending: [hold] });
    await account.save({ today: '2026-04-10' });
    expect(await account.shown()).toEqual([]);
  });
});
