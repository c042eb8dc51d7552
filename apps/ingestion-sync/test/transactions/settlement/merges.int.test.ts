import { Caller, ownerOf, TransactionFieldChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { createTransactions } from '../../../src/transactions/by-hand/create-transactions';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { mergeTransactions } from '../../../src/transactions/reviews/merge-transactions';
import { undoLastMerge } from '../../../src/transactions/reviews/undo-merge';
import { undoSettlement } from '../../../src/transactions/reviews/undo-settlement';
import { AnsweredAccount, Answer } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';

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

const money = (amount: string, currency = 'EUR') => ({ transactionAmount: { amount, currency } });
const hold = { valueDate: '2026-03-08', ...money('-50.00'), creditorName: 'AUTH 4411' };
const bill = { bookingDate: '2026-03-12', ...money('-57.50'), creditorName: 'Ristorante Roma Oy' };
const coffee = { bookingDate: '2026-03-02', ...money('-2.50'), creditorName: 'Kahvila' };
const twice = ['x', 'y'].map((internalTransactionId) => ({ ...coffee, internalTransactionId }));
/** A hold and a bill that no evidence makes one. */
const UNRECOGNISED = { booked: [bill], pending: [hold] };

type Fields = TransactionFieldChanges;

const inTransaction = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => store.database.transaction(run);
const merge = (transactionId: number, otherTransactionId: number, caller = CALLER) =>
  inTransaction((tx) => mergeTransactions(tx, caller, { transactionId, otherTransactionId }));
const undo = (transactionId: number) => inTransaction((tx) => undoLastMerge(tx, CALLER, { transactionId }));
const set = (transactionId: number, fields: Fields) =>
  inTransaction((tx) => updateTransactions(tx, CALLER, [{ transactionId, fields }]));

/** Saves a response, and returns the ids of its two rows. */
async function two(answer: Answer): Promise<[number, number]> {
  await account.save(answer);
  const [one, other] = await account.shown();
  return [one?.id ?? 0, other?.id ?? 0];
}

/** Returns the shown rows with their hidden ones. */
function rows(): Promise<object[]> {
  return store.database.query(
    `select id, state, merged_into, identity_key, booked, day, document, provider_document, edits, raw, origin
       from transactions where account_id = $1 order by id`,
    [account.id],
  );
}

describe('a duplicate that the bank sent, merged by hand', () => {
  it('goes, is announced as removed, and no sync brings it back', async () => {
    const [kept, other] = await two({ booked: twice });
    const changes = await merge(kept, other);
    expect(changes.upserted).toMatchObject([{ id: kept }]);
    expect(changes.removed).toEqual([{ id: other, version: 2 }]);
    expect(changes.settlements).toMatchObject([
      { document: { status: 'ACCEPTED', origin: 'USER_DUPLICATE', transaction_id: kept } },
    ]);
    const answers = [
      twice,
      [...twice].reverse(),
      twice.map((row) => ({ ...row, creditorName: 'Kahvila Oy' })),
    ];
    for (const booked of answers) await account.save({ booked });
    expect(await account.only()).toMatchObject({ id: kept, payee: 'Kahvila Oy' });
    expect(await account.save({ booked: answers[2] ?? [] })).toEqual([]);
  });

  it('comes back under its id when the merge is undone, as the bank has it by then, and they stay two', async () => {
    const [kept, other] = await two({ booked: twice });
    await merge(kept, other);
    const renamed = twice.map((row) => ({ ...row, creditorName: 'Kahvila Oy' }));
    await account.save({ booked: renamed });
    const { upserted } = await undo(kept);
    expect(upserted.map(({ id }) => id)).toEqual([kept, other]);
    for (const booked of [renamed, twice]) await account.save({ booked });
    expect((await account.shown()).map(({ id }) => id)).toEqual([kept, other]);
  });

  it('is shown by the kept row where the provider takes back the kept row’s entry alone', async () => {
    const [kept, other] = await two({ booked: twice });
    await set(kept, { mapped_fields: { description: 'Mine' } });
    await merge(kept, other);
    const withdrawn = { ...account.read({ booked: [] }), removals: ['i:x'], reportsChanges: true };
    const events = await store.save([withdrawn], '2026-03-20');
    expect(events).toHaveLength(1);
    const [shown] = await account.shown();
    expect(shown?.id).toBe(kept);
    expect(await rows()).toMatchObject([
      { id: kept, state: 'LIVE', identity_key: 'i:y', edits: { mapped_fields: { description: 'Mine' } } },
      { id: other, state: 'WITHDRAWN', identity_key: 'i:x' },
    ]);
    await undo(kept);
    expect(await rows()).toMatchObject([
      { id: kept, state: 'WITHDRAWN', identity_key: 'i:x', merged_into: null },
      { id: other, state: 'LIVE', identity_key: 'i:y', merged_into: null },
    ]);
  });

  it('stays away when the provider takes it back, lists it again, and the merge holds', async () => {
    const [kept, other] = await two({ booked: twice });
    await merge(kept, other);
    const read = (removals: string[]) => ({
      ...account.read({ booked: [] }),
      removals,
      reportsChanges: true,
    });
    expect(await store.save([read(['i:y'])], '2026-03-20')).toEqual([]);
    await account.save({ booked: twice });
    expect((await account.only()).id).toBe(kept);
  });

  it('goes with the kept row where the user deletes that', async () => {
    const [kept, other] = await two({ booked: twice });
    await merge(kept, other);
    await inTransaction((tx) => deleteTransactions(tx, CALLER, [kept]));
    await account.save({ booked: twice });
    expect(await account.shown()).toEqual([]);
  });
});

describe('a pending and a booked transaction, merged by hand', () => {
  it.each(['pending', 'booked'] as const)('are one under the %s one’s id, and stay one', async (side) => {
    const [pending, booked] = await two({ pending: [hold] }).then(() => two(UNRECOGNISED));
    const [kept, other] = side === 'pending' ? [pending, booked] : [booked, pending];
    const { upserted, removed, settlements } = await merge(kept, other);
    expect(upserted).toMatchObject([{ id: kept, document: { booked: true, amount: '-57.50' } }]);
    expect(removed).toMatchObject([{ id: other }]);
    expect(settlements).toMatchObject([
      {
        document: {
          origin: 'USER_SETTLEMENT',
          transaction_id: kept,
          pending: { transaction_id: pending, amount: '-50.00' },
          booked: { transaction_id: booked, amount: '-57.50' },
        },
      },
    ]);
    const raised = { ...hold, ...money('-51.00') };
    const answers = [UNRECOGNISED, { booked: [bill], pending: [raised] }, { booked: [bill], pending: [] }];
    for (const answer of answers) await account.save(answer);
    expect(await account.only()).toMatchObject({ id: kept, booked: true, amount: '-57.50' });
    await undo(kept);
    await account.save(UNRECOGNISED);
    const shown = await account.shown();
    expect(shown.map(({ id, booked: isBooked }) => [id, isBooked])).toEqual([
      [pending, false],
      [booked, true],
    ]);
  });

  it('do not swallow another purchase that is booked or held later', async () => {
    const [pending, booked] = await two({ pending: [hold] }).then(() => two(UNRECOGNISED));
    await merge(pending, booked);
    const another = { bookingDate: '2026-03-10', ...money('-50.00'), creditorName: 'AUTH 4411' };
    await account.save({ booked: [bill, another], pending: [] });
    expect(await account.amounts()).toEqual(['-57.50', '-50.00']);
  });

  it('can be taken apart in the list of reviews too', async () => {
    const [pending, booked] = await two({ pending: [hold] }).then(() => two(UNRECOGNISED));
    const before = await rows();
    const [made] = (await merge(pending, booked)).settlements;
    await inTransaction((tx) => undoSettlement(tx, CALLER, { settlementId: made?.id ?? 0 }));
    expect(await rows()).toEqual(before);
    expect(await account.statuses()).toEqual(['UNDONE']);
  });
});

describe('what the user set on two rows that are merged', () => {
  it('stands on the kept row, is filled in from the other one, and each has its own again after the undo', async () => {
    const [kept, other] = await two({ booked: twice });
    await set(kept, { mapped_fields: { payee: 'Mine' } });
    await set(other, { mapped_fields: { payee: 'Theirs', description: 'With Anna' } });
    const before = await rows();
    const { upserted } = await merge(kept, other);
    expect(upserted).toMatchObject([
      { document: { mapped_fields: { payee: 'Mine', description: 'With Anna' } } },
    ]);
    await undo(kept);
    expect(await rows()).toEqual(before);
    await merge(kept, other);
    await set(kept, { mapped_fields: { description: 'With Anna and Bo' }, additional_information: 'Later' });
    await undo(kept);
    expect(await rows()).toMatchObject([
      {
        edits: {
          mapped_fields: { payee: 'Mine', description: 'With Anna and Bo' },
          additional_information: 'Later',
        },
      },
      { edits: { mapped_fields: { payee: 'Theirs', description: 'With Anna' } } },
    ]);
  });

  it('a row that was added by hand shows the bank’s entry, and follows it', async () => {
    await inTransaction((tx) =>
      createTransactions(tx, CALLER, [
        {
          financialAccountId: account.id,
          fields: {
            amount: '-2.50',
            booking_date: '2026-03-01',
            mapped_fields: { description: 'With Anna' },
          },
        },
      ]),
    );
    const [mine, banks] = await two({ booked: [coffee] });
    const before = await rows();
    await merge(mine, banks);
    await account.save({ booked: [{ ...coffee, creditorName: 'Kahvila Oy' }] });
    expect(await account.only()).toMatchObject({ id: mine, payee: 'Kahvila Oy' });
    await account.save({ booked: [coffee] });
    await undo(mine);
    expect(await rows()).toEqual(before);
  });
});

describe('a merge by hand is refused', () => {
  it.each<[string, Answer, string]>([
    [
      'of two booked rows with different amounts',
      { booked: [coffee, bill] },
      'only where the bank has the same amount of both',
    ],
    [
      'of two pending rows',
      { pending: [hold, { ...hold, ...money('-9.00') }] },
      'Both transactions are pending',
    ],
    [
      'of two currencies',
      { booked: [coffee, { ...coffee, ...money('-2.50', 'USD') }] },
      'EUR and USD cannot be merged',
    ],
    [
      'of what goes out and what comes in',
      { booked: [bill], pending: [{ ...hold, ...money('50.00') }] },
      'One transaction goes out and the other comes in',
    ],
  ])('%s', async (_what, answer, message) => {
    const [kept, other] = await two(answer);
    const before = await rows();
    await expect(merge(kept, other)).rejects.toThrow(message);
    expect(await rows()).toEqual(before);
  });

  it('of a row with itself, with one of another account, and with one that is merged already', async () => {
    const [kept, other] = await two({ booked: twice });
    await expect(merge(kept, kept)).rejects.toMatchObject({
      detail: { errors: { transaction_id: ['A transaction cannot be merged with itself.'] } },
    });
    const [id = 0] = await store.openAccounts(1);
    const second = new AnsweredAccount(store, id);
    await second.save({ booked: [coffee] });
    await expect(merge(kept, (await second.only()).id)).rejects.toThrow('of one account');
    await merge(kept, other);
    await expect(merge(kept, other)).rejects.toThrow(`already merged into transaction ${kept}`);
  });

  it('of rows that are not the caller’s, as if they did not exist', async () => {
    const [kept, other] = await two({ booked: twice });
    const other_account: Caller = { ...CALLER, accountIds: [account.id + 1] };
    for (const caller of [ownerOf(USER + 1), other_account]) {
      await expect(merge(kept, other, caller)).rejects.toThrow('Resource not found.');
    }
    const [id = 0] = await store.openAccounts(1);
    const second = new AnsweredAccount(store, id);
    await second.save({ booked: [coffee] });
    const restricted: Caller = { ...CALLER, accountIds: [account.id] };
    await expect(merge(kept, (await second.only()).id, restricted)).rejects.toThrow('Resource not found.');
  });

  it('several are undone last first, and none where there is none', async () => {
    const three = ['x', 'y', 'z'].map((internalTransactionId) => ({ ...coffee, internalTransactionId }));
    const [a, b] = await two({ booked: three });
    const c = (await account.shown())[2]?.id ?? 0;
    const [first] = (await merge(a, b)).settlements;
    await merge(a, c);
    const settlementId = first?.id ?? 0;
    await expect(inTransaction((tx) => undoSettlement(tx, CALLER, { settlementId }))).rejects.toThrow(
      'Undo the later merge into this transaction first',
    );
    await undo(a);
    await undo(a);
    await expect(undo(a)).rejects.toThrow('Nothing was merged into this transaction');
    expect((await account.shown()).map(({ id }) => id)).toEqual([a, b, c]);
  });
});
