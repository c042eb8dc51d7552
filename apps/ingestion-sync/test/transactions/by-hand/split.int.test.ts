import { Caller, ownerOf, TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { AnsweredAccount, Sent } from '../../answered-account';
import { published, TransactionStore, USER } from '../../transaction-store';
import { createTransactions } from '../../../src/transactions/by-hand/create-transactions';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { onlyResult } from '../only-result';
import { joinTransaction, splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { acceptSettlement } from '../../../src/transactions/reviews/accept-settlement';
import { undoSettlement } from '../../../src/transactions/reviews/undo-settlement';

const CALLER: Caller = ownerOf(USER);
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
const shop: Sent = {
  bookingDate: '2026-03-02',
  ...money('-50.00'),
  creditorName: 'Kauppa',
  internalTransactionId: 'x',
  balanceAfterTransaction: { balanceAmount: { amount: '100.00', currency: 'EUR' } },
};
const FOOD = { amount: '-30', mapped_fields: { payee: 'Food' } };
const REST = { amount: '-20.00' };

type Parts = Parameters<typeof splitTransaction>[2]['parts'];
type Fields = Parameters<typeof updateTransactions>[2][number]['fields'];
const split = (transactionId: number, parts: Parts, caller = CALLER) =>
  store.database.transaction((tx) => splitTransaction(tx, caller, { transactionId, parts }));
const join = (transactionId: number) =>
  store.database.transaction((tx) => joinTransaction(tx, CALLER, { transactionId }));
const update = (transactionId: number, fields: Fields) =>
  store.database.transaction(async (tx) =>
    onlyResult(await updateTransactions(tx, CALLER, [{ transactionId, fields }])),
  );
const remove = (transactionId: number) =>
  store.database.transaction(async (tx) => onlyResult(await deleteTransactions(tx, CALLER, [transactionId])));

interface Row {
  readonly id: number;
  readonly state: string;
  readonly split_of: number | null;
  readonly document: Readonly<Record<string, unknown>>;
  readonly provider_document: unknown;
}

const rows = () =>
  store.database.query<Row>(
    'select id, state, split_of, document, provider_document from transactions where account_id = $1 order by id',
    [account.id],
  );

async function bought(sent: Sent = shop): Promise<number> {
  await account.save({ booked: [sent] });
  return (await account.only()).id;
}

/** Returns the documents of the existing parts. */
async function parts(): Promise<Row['document'][]> {
  const all = await rows();
  return all.filter((row) => row.split_of !== null && row.state === 'LIVE').map(({ document }) => document);
}

describe('splitting a transaction', () => {
  it('makes parts that add up to it, say what they were given and else what it says, and keeps it', async () => {
    const id = await bought();
    await update(id, { additional_information: 'Mine' });
    const { upserted, removed } = await split(id, [FOOD, REST]);
    const [whole, food, rest] = upserted;
    expect(removed).toEqual([]);
    expect(upserted).toHaveLength(3);
    const ids = [food?.id, rest?.id].map(String);
    expect(whole).toMatchObject({
      id,
      version: 3,
      document: {
        amount: '-50.00',
        split: { status: 'CONFIRMED', amount: '-50.00', currency: 'EUR', parts: ids },
      },
    });
    expect(food?.document).toMatchObject({
      split_of: String(id),
      amount: '-30.00',
      booking_date: '2026-03-02',
      creditor: { name: 'Kauppa' },
      additional_information: 'Mine',
      mapped_fields: { payee: 'Food' },
      edited_fields: ['additional_information', 'amount', 'currency', 'mapped_fields.payee'],
    });
    expect(rest?.document).toMatchObject({ amount: '-20.00', mapped_fields: { payee: 'Kauppa' } });
  });

  it('leaves with the whole what the bank says of the whole', async () => {
    const id = await bought();
    const { upserted } = await split(id, [FOOD, REST]);
    expect(upserted[0]?.document).toHaveProperty('external_identifiers');
    for (const { document } of upserted.slice(1)) {
      expect(document).not.toHaveProperty('external_identifiers');
      expect(document).not.toHaveProperty('balance_after_transaction');
    }
  });

  it('takes parts of the other sign, which leave open to the same reader who holds the account', async () => {
    const id = await bought();
    const { upserted } = await split(id, [{ amount: '-60.00' }, { amount: '10.00' }]);
    expect(upserted[2]?.document).toMatchObject({
      amount: '10.00',
      holder: 'debtor',
      creditor: { name: 'Kauppa' },
    });
  });

  it.each([
    [[{ amount: '-30.00' }, { amount: '-19.99' }], 'The parts add up to -49.99; they must add up'],
    [[{ amount: '-50.00' }, { amount: '0.00' }], 'cannot be zero'],
    [
      Array.from({ length: 50 }, () => ({ amount: '-1.00', additional_information: 'ä'.repeat(3000) })),
      'too large together',
    ],
    [[{ amount: `-${'9'.repeat(23)}` }, { amount: `0.${'1'.repeat(22)}` }], 'more digits than an amount has'],
  ])('refuses parts that cannot be (%#)', async (wrong, why) => {
    const id = await bought();
    await expect(split(id, wrong)).rejects.toThrow(why);
    expect(await rows()).toHaveLength(1);
  });

  it('again replaces the parts', async () => {
    const id = await bought();
    const first = await split(id, [FOOD, REST]);
    const again = await split(id, [{ amount: '-25.00' }, { amount: '-15.00' }, { amount: '-10.00' }]);
    expect(again.removed.map((one) => one.id)).toEqual(first.upserted.slice(1).map((one) => one.id));
    expect((await parts()).map(({ amount }) => amount)).toEqual(['-25.00', '-15.00', '-10.00']);
    expect(again.upserted[0]?.document.split?.parts).toHaveLength(3);
  });

  it('is possible for one that was added by hand', async () => {
    const fields = { amount: '-9', booking_date: '2026-03-01' };
    const made = await store.database.transaction(async (tx) =>
      onlyResult(await createTransactions(tx, CALLER, [{ financialAccountId: account.id, fields }])),
    );
    await split(made.upserted[0]?.id ?? 0, [{ amount: '-4.00' }, { amount: '-5.00' }]);
    expect(await parts()).toHaveLength(2);
  });

  it('is another user’s business where the transaction is', async () => {
    const id = await bought();
    await expect(split(id, [FOOD, REST], ownerOf(USER + 1))).rejects.toThrow('not found');
  });
});

describe('a part', () => {
  it('has fields of its own, which stay when the bank changes the whole', async () => {
    const id = await bought();
    const { upserted } = await split(id, [FOOD, REST]);
    const [, , rest] = upserted;
    const changed = await update(rest?.id ?? 0, { mapped_fields: { description: 'Soap' } });
    expect(changed.upserted).toMatchObject([
      { id: rest?.id, document: { mapped_fields: { description: 'Soap' } } },
    ]);
    const events = await account.save({ booked: [{ ...shop, creditorName: 'Kauppa Oy' }] });
    const [event] = published(events, TransactionUpsertedV1);
    expect(event?.transactions).toHaveLength(3);
    expect(await parts()).toMatchObject([
      { amount: '-30.00', mapped_fields: { payee: 'Food' }, creditor: { name: 'Kauppa Oy' } },
      { amount: '-20.00', mapped_fields: { payee: 'Kauppa Oy', description: 'Soap' } },
    ]);
  });

  it('is neither split, removed nor given another amount alone', async () => {
    const id = await bought();
    const [, food] = (await split(id, [FOOD, REST])).upserted;
    const part = food?.id ?? 0;
    await expect(split(part, [FOOD, REST])).rejects.toThrow(`is a part of transaction ${id}`);
    await expect(remove(part)).rejects.toThrow('is a part');
    await expect(join(part)).rejects.toThrow('is a part');
    await expect(update(part, { amount: '-1.00' })).rejects.toThrow('is split again');
    await expect(update(part, { currency: 'USD' })).rejects.toThrow('is split again');
    await expect(update(id, { amount: '-1.00' })).rejects.toThrow('The transaction is split');
    expect((await parts()).map(({ amount }) => amount)).toEqual(['-30.00', '-20.00']);
  });

  it('goes with the whole where the user removes that', async () => {
    const id = await bought();
    const { upserted } = await split(id, [FOOD, REST]);
    const { removed } = await remove(id);
    expect(removed.map((one) => one.id)).toEqual(upserted.map((one) => one.id));
    await account.save({ booked: [shop] });
    expect(await account.shown()).toEqual([]);
  });

  it('follows what the user sets on the whole', async () => {
    const id = await bought();
    await split(id, [FOOD, REST]);
    const { upserted } = await update(id, { mapped_fields: { payee: 'Market' } });
    expect(upserted).toHaveLength(2); // the part with its own payee stays unchanged
    expect((await parts()).map(({ mapped_fields: mapped }) => mapped)).toMatchObject([
      { payee: 'Food' },
      { payee: 'Market' },
    ]);
  });
});

describe('joining', () => {
  it('brings the transaction back as it was, with its id and what was set on it', async () => {
    const id = await bought();
    await update(id, { mapped_fields: { payee: 'Market' } });
    const [before] = await rows();
    const made = await split(id, [FOOD, REST]);
    const { upserted, removed } = await join(id);
    expect(upserted).toMatchObject([{ id, document: before?.document }]);
    expect(upserted[0]?.document).not.toHaveProperty('split');
    expect(removed.map((one) => one.id)).toEqual(made.upserted.slice(1).map((one) => one.id));
    const [after] = await rows();
    expect(after).toEqual(before);
    expect((await account.only()).id).toBe(id);
    await expect(join(id)).rejects.toThrow('is not split');
  });

  it('leaves nothing beside of one that the user set nothing on', async () => {
    const id = await bought();
    const before = await rows();
    await split(id, [FOOD, REST]);
    await join(id);
    expect((await rows()).slice(0, 1)).toEqual(before);
  });
});

describe('a split transaction and its bank', () => {
  const status = async () =>
    (await rows()).map(({ document }) => (document['split'] as { status?: string })?.status)[0];

  it('is to be reviewed where the amount changes, until it is split again or joined; the parts stay', async () => {
    const id = await bought();
    await split(id, [FOOD, REST]);
    await account.save({ booked: [{ ...shop, ...money('-55.00') }] });
    expect(await status()).toBe('NEEDS_REVIEW');
    expect((await parts()).map(({ amount }) => amount)).toEqual(['-30.00', '-20.00']);
    await split(id, [FOOD, { amount: '-25.00' }]);
    expect(await status()).toBe('CONFIRMED');
    await account.save({ booked: [{ ...shop, ...money('-56.00') }] });
    expect(await status()).toBe('NEEDS_REVIEW');
    await account.save({ booked: [{ ...shop, ...money('-55.00') }] });
    expect(await status()).toBe('CONFIRMED');
    await account.save({ booked: [{ ...shop, ...money('-56.00') }] });
    await join(id);
    expect(await account.only()).toMatchObject({ id, amount: '-56.00' });
  });

  const tipped = { bookingDate: '2026-03-12', ...money('-58.00'), creditorName: 'Ristorante Roma Oy' };
  const hold = { valueDate: '2026-03-10', ...money('-50.00'), creditorName: 'Ristorante Roma' };

  it('keeps its parts when it is booked, and they are booked with it', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await split(id, [FOOD, REST]);
    expect(await account.amounts()).toEqual(['(-50.00)', '(-30.00)', '(-20.00)']);
    await account.save({ booked: [{ ...hold, bookingDate: '2026-03-11' }], pending: [] });
    expect(await account.amounts()).toEqual(['-50.00', '-30.00', '-20.00']);
    expect(await status()).toBe('CONFIRMED');
    expect(await parts()).toMatchObject([{ booking_date: '2026-03-11' }, { booking_date: '2026-03-11' }]);
  });

  it('takes its parts along where the bank takes it back, and brings them again with it', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    const { upserted } = await split(id, [FOOD, REST]);
    const ids = upserted.map((one) => one.id);
    const gone = published(await account.save({ pending: [] }), TransactionRemovedV1);
    expect(gone.flatMap(({ transactions }) => transactions.map((one) => one.id))).toEqual(ids);
    expect(await account.shown()).toEqual([]);
    await account.save({ pending: [hold] });
    expect((await account.shown()).map((one) => one.id)).toEqual(ids);
  });

  it('keeps its parts through a settlement by hand and its undoing', async () => {
    await account.save({ pending: [hold] });
    const { id } = await account.only();
    await split(id, [FOOD, REST]);
    await account.save({ booked: [tipped] });
    const [review] = await account.settlements();
    expect(review?.status).toBe('OPEN');
    const settlementId = review?.id ?? 0;
    const accepted = await store.database.transaction((tx) => acceptSettlement(tx, CALLER, { settlementId }));
    expect(accepted.upserted).toMatchObject([
      { id, document: { amount: '-58.00', split: { status: 'NEEDS_REVIEW' } } },
      { document: { amount: '-30.00', booked: true } },
      { document: { amount: '-20.00', booked: true } },
    ]);
    await store.database.transaction((tx) => undoSettlement(tx, CALLER, { settlementId }));
    expect(await status()).toBe('CONFIRMED');
    expect(await account.amounts()).toEqual(['(-50.00)', '(-30.00)', '(-20.00)', '-58.00']);
  });

  it('must be joined before it becomes one with a pending entry', async () => {
    await account.save({ pending: [hold] });
    await account.save({ booked: [tipped] });
    const [, other] = await account.shown();
    await split(other?.id ?? 0, [{ amount: '-50.00' }, { amount: '-8.00' }]);
    const settlementId = (await account.settlements())[0]?.id ?? 0;
    await expect(
      store.database.transaction((tx) => acceptSettlement(tx, CALLER, { settlementId })),
    ).rejects.toThrow('The booked transaction is split');
  });
});
